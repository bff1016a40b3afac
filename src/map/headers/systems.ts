import type { Vocabulary } from './vocabulary.ts';

/** Technical names of SAP, in upper case. */
export const SAP: Vocabulary = {
  'supplier ref': 'LIFNR | ELIFN | LIEFERANT',
  company: 'NAME1 | NAME_ORG1',
  street: 'STRAS | STREET | STREET1',
  extra: 'STR_SUPPL1 | ORT02 | NAME_CO',
  zip: 'PSTLZ | POST_CODE1',
  city: 'ORT01 | CITY1',
  country: 'LAND1 | LANDX',
  state: 'REGIO',
  phone: 'TELF1 | TEL_NUMBER',
  mobile: 'TELF2 | MOB_NUMBER',
  fax: 'TELFX | FAX_NUMBER',
  email: 'SMTP_ADDR',
  language: 'SPRAS | LANGU',
  firstname: 'NAMEV | NAME_FIRST',
  lastname: 'NAME_LAST',
  'article ref': 'MATNR | ARTNR | SATNR',
  'article desc': 'MAKTX | MAKTG | ARKTX | TXZ01',
  'component ref': 'IDNRK',
  'component desc': 'OJTXP | OJTXB | POTX1',
  'supplier article ref': 'IDNLF | LIFMAT',
  family: 'MATKL | WGBEZ',
  'weight net': 'NTGEW',
  'weight gross': 'BRGEW',
  'weight unit': 'GEWEI',
  unit: 'MEINS | MEINH | BSTME',
  season: 'SAISO | FSH_SEASON | SEASON | SAITY | FSH_SEASON_YEAR',
  collection: 'FSH_COLLECTION | FSH_COLLECTIONS',
  'color ref': 'WRF_COLOR_ATZWR',
  'origin country': 'HERKL | WHERL',
  'po ref': 'EBELN | BSTNR',
  'po date': 'BEDAT',
  position: 'POSNR | EBELP | STLKN',
  consumption: 'MENGE | BMENG | KMPMG',
  wastage: 'AUSCH',
  lot: 'CHARG',
  percentage: 'FIBER_PART | PCNT',
  material: 'FIBER_CODE | FIBER',
  barcode: 'EAN11',
  customs: 'STAWN',
  size: 'GROES | SIZE1 | WRF_SIZE1_ATZWR',
  created: 'ERDAT | ERSDA | ANDAT | ERNAM | ANNAM',
  modified: 'AEDAT | LAEDA | AENAM | UDATE',
  tax: 'STCD1 | STCD2 | STCD3 | STCEG | STENR',
  payment: 'ZTERM | ZWELS',
  currency: 'WAERS',
  bank: 'KTOKK | AKONT | BANKN | BANKL | BANKS',
  active: 'SPERR | LOEVM | LVORM | LOEKZ | SPERM | NODEL',
  system:
    'MANDT | BUKRS | EKORG | EKGRP | WERKS | STLNR | STLAL | STLAN | STLTY | POSTP | DATUV | DATUB | MTART | MBRSH | VKORG | VTWEG | LGORT | ADRNR | SORTL | MCOD1 | MCOD2 | MCOD3 | PSTAT | VPSTA | BISMT | KUNNR | SAKNR | ANRED | PSOFG | KONZS',
  grammage: 'LABOR_GSM',
};

/** Labels of SAP in German and English that have no other meaning. */
const SAP_LABELS: Vocabulary = {
  desc: 'Object description',
  system:
    'Old material number | Alte Materialnummer | Purchasing organization | Sales organization | Valuation class | BOM usage | BOM status | Alternative BOM | Buchungskreis | Verkaufsorganisation | Einkaufsorganisation | Einkäufergruppe | Mandant | Positionstyp | Stücklistentyp | Stücklistenverwendung | Stücklistenstatus | Stücklistenalternative | Bewertungsklasse | Bewertungskreis | Preissteuerung | Sortierbegriff | Suchbegriff | Dispomerkmal | Beschaffungsart',
};

const ODOO: Vocabulary = {
  'product ref':
    'default_code | Internal Reference | product_tmpl_id | product_tmpl_id/default_code | Product/Internal Reference',
  'component ref':
    'BoM Lines/Component | bom_line_ids/product_id | BoM Lines/Component/Internal Reference | bom_line_ids/product_id/default_code | bom_line_ids/product_id/id',
  consumption: 'BoM Lines/Quantity | bom_line_ids/product_qty | product_qty',
  unit: 'bom_line_ids/product_uom_id | uom_id | uom_id/name | uom_po_id | BoM Lines/Product Unit of Measure | BoM Lines/Unit of Measure',
  'supplier ref': 'seller_ids/name | seller_ids/partner_id | Vendors/Vendor | seller_ids',
  'supplier product ref': 'seller_ids/product_code | Vendors/Vendor Product Code',
  'product category': 'categ_id | categ_id/name | Product Category | categ_id/complete_name',
  ref: 'ref',
  'address 2': 'street2 | Street2 | Street 2...',
  state: 'state_id | state_id/name | state_id/code',
  country: 'country_id | country_id/name | country_id/code',
  language: 'lang',
  tax: 'vat | taxes_id | supplier_taxes_id | Customer Taxes | Vendor Taxes',
  price: 'list_price | standard_price | lst_price | Sales Price',
  barcode: 'barcode',
  note: 'comment',
  function: 'function',
  created: 'create_date | create_uid | Created on',
  modified: 'write_date | write_uid | Last Updated on',
  'weight unit': 'Weight unit of measure label | weight_uom_name | Weight Unit of Measure',
  lot: 'Lot/Serial Number | Lot/Serial | lot_id | BoM Lines/Lot/Serial Number',
  'transport company': 'Carrier',
  'color name': 'Variant Values | Attribute Values | product_template_attribute_value_ids',
  system:
    'Max Weight | max_weight | package_carrier_type | Carrier Code | External ID | __export__ | .id | is_company | Is a Company | company_type | Company Type | parent_id | Related Company | property_account_payable_id | supplier_rank | customer_rank | sale_ok | purchase_ok | Can be Sold | Can be Purchased | detailed_type | display_name | Display Name | activity_ids | message_ids | BoM Type | bom_line_ids | BoM Lines | Favorite | Responsible | Operation',
  weight: 'weight',
  picture: 'image_1920',
  tag: 'category_id | Tags',
};

const DYNAMICS: Vocabulary = {
  'supplier ref': 'VENDORACCOUNTNUMBER | Vendor account | Buy-from Vendor No. | Vendor No.',
  company: 'VENDORORGANIZATIONNAME | VENDORNAME | Organization name',
  street: 'ADDRESSSTREET | FORMATTEDPRIMARYADDRESS STREET',
  'address 2': 'Address 2 | ADDRESSBUILDINGCOMPLIMENT',
  city: 'ADDRESSCITY',
  zip: 'ADDRESSZIPCODE | Post Code',
  state: 'ADDRESSSTATEID | ADDRESSCOUNTYID',
  country: 'ADDRESSCOUNTRYREGIONID | ADDRESSCOUNTRYREGIONISOCODE | Country/Region Code | Country/Region',
  'address full': 'FORMATTEDPRIMARYADDRESS',
  email: 'PRIMARYEMAILADDRESS',
  phone: 'PRIMARYPHONENUMBER',
  website: 'PRIMARYURL | Home Page',
  language: 'LANGUAGEID | Language Code',
  'article ref': 'ITEMNUMBER | Item No. | PRODUCTNUMBER | Production BOM No.',
  'article name': 'PRODUCTNAME | SEARCHNAME PRODUCT',
  'supplier article ref': 'Vendor Item No. | VENDORPRODUCTNUMBER',
  color: 'PRODUCTCOLORID',
  size: 'PRODUCTSIZEID',
  'weight net': 'NETPRODUCTWEIGHT | NETWEIGHT',
  'weight gross': 'GROSSPRODUCTWEIGHT',
  'origin country': 'ORIGINCOUNTRYREGIONID | Country/Region of Origin Code',
  family: 'Item Category Code | PRODUCTGROUPID',
  unit: 'Base Unit of Measure | BOMUNITSYMBOL | INVENTORYUNITSYMBOL | Unit of Measure Code',
  payment: 'DEFAULTPAYMENTTERMSNAME | DEFAULTVENDORPAYMENTMETHODNAME',
  system:
    'VENDORGROUPID | dataAreaId | Search Name | SEARCHNAME | VENDORSEARCHNAME | Vendor Posting Group | Gen. Bus. Posting Group | VAT Bus. Posting Group | Gen. Prod. Posting Group | Inventory Posting Group | VENDORPARTYTYPE | PARTYNUMBER | Our Account No. | ONHOLDSTATUS | Replenishment System | Flushing Method | Routing Link Code | PRODUCTSUBTYPE',
};

const SHOPIFY: Vocabulary = {
  'product desc': 'Body (HTML) | Body HTML',
  weight: 'Variant Grams',
  picture: 'Image Src | Variant Image',
  barcode: 'Variant Barcode',
  sku: 'Variant SKU',
  shopify:
    'Published | Option1 Name | Option1 Value | Option2 Name | Option2 Value | Option3 Name | Option3 Value | Option1 Linked To | Option2 Linked To | Option3 Linked To | Variant Inventory Tracker | Variant Inventory Qty | Variant Inventory Policy | Variant Fulfillment Service | Variant Price | Variant Compare At Price | Variant Requires Shipping | Variant Taxable | Image Position | Image Alt Text | Gift Card | SEO Title | SEO Description | Variant Weight Unit | Variant Tax Code | Cost per item | Included / International | Price / International | Compare At Price / International | Standardized Product Type | Product Category / Shopify | Included / Primary | Published Scope | Template Suffix',
};

const AKENEO: Vocabulary = {
  'product ref': 'identifier | erp_code | style_code',
  'product name': 'erp_name',
  'weight unit': 'weight-unit | weight_unit | net_weight-unit',
  picture: 'main_picture | packshot | image_1 | picture_1',
  'color ref': 'main_color | color_code',
  active: 'enabled',
  system:
    'groups | associations | X_SELL-groups | X_SELL-products | PACK-groups | PACK-products | UPSELL-groups | UPSELL-products | SUBSTITUTION-products | completeness | quality_score',
};

const PLM: Vocabulary = {
  'product ref': 'Style # | Style No | Style Number | Style Code | Style ID | Parent Style | Design Number',
  'component ref':
    'Material Code | Material # | Material No | Material Number | Trim Code | Fabric Code | RM Code | Child Item | Child Part | Child Number',
  'component name':
    'Material Name | Material Description | Trim Name | Fabric Name | Fabric Description | Trim Description',
  'component type': 'Material Type | BOM Section | Section',
  'supplier component ref':
    'Supplier Material # | Mill Article | Mill Reference | Supplier Material Code | Mill Ref | Mill Article No | Supplier Article #',
  'component category': 'Material Category | Component Group | Material Sub Type',
  'color ref': 'Colorway Code | Colorway ID | CW Code',
  system:
    'BOM Version | BOM ID | BOM Name | BOM Status | Cut Ticket | Tech Pack | Techpack | Level | BOM Level | Main Material | Sort Order | Is Main | Node ID | Branch ID | Centric 8 ID | Placement | Garment Part | Emplacement | Where Used | Zone',
};

const FACILITIES: Vocabulary = {
  'site name': 'facility_name_english | site_name_english',
  address: 'facility_address | factory_address | facility_location',
  activity:
    'facility_type | processing_type | facility_type_processing_type | facility type / processing type | processing type / facility type',
  parent:
    'parent_company | parent company | parent_company_supplier_group | supplier group | parent company / supplier group',
  employees: 'number_of_workers',
  sector: 'sector | product_type | sector_product_type | product type(s)',
  coordinates: 'lat | lng',
  system:
    'os_id | oar_id | is_closed | claim status | affiliations | contributor | contributors | ppe_product_types | native_language_name | contributor (list)',
};

/** Names of columns in common systems. They count only as the whole header. */
export const SYSTEMS: readonly Vocabulary[] = [SAP_LABELS, ODOO, DYNAMICS, SHOPIFY, AKENEO, PLM, FACILITIES];
