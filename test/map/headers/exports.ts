/** A sheet of another system: each line is a header, the expected target, and values of two rows. */
export interface ForeignSheet {
  readonly name: string;
  readonly file: string;
  readonly sheet: string;
  readonly interfaceName?: 'v3';
  readonly kind: string;
  /** `?`: a question is right. `a / ?`: the target or a question. */
  readonly columns: string;
}

/** Exports written before the synonyms were, without looking at any. */
export const EXPORTS: readonly ForeignSheet[] = [
  {
    name: 'French ERP, suppliers',
    file: 'EXPORT_TIERS_20261101.csv',
    sheet: 'EXPORT_TIERS_20261101',
    kind: 'supplier',
    columns: `
Code tiers | supplierRef | F00012 | F00013
Raison soc. | name | Tissages du Forez | Maille & Fils
Type activité | category | Tissage | Tricotage
Adr. 1 | address.street | 12 rue des Lilas | ZI Nord
Adr. 2 | address.additionalStreet | Bât. C | 
C.P. | address.postalCode | 42600 | 10000
Localité | address.city | Montbrison | Troyes
Dépt | address.administrativeArea | Loire | Aube
Pays | address.country | France | France
Contact 1 - Nom | contacts.1.person.name | Durand | Petit
Contact 1 - Prénom | contacts.1.person.firstname | Anne | Luc
Contact 1 - Tél. | contacts.1.person.phone | 04 77 00 00 00 | 03 25 00 00 00
Contact 1 - Mél | contacts.1.person.email | a.durand@example.com | l.petit@example.com
Contact 2 - Nom | contacts.2.person.name | Martin | 
Contact 2 - Mél | contacts.2.person.email | m.martin@example.com | 
N° SIRET | ignore | 12345678900011 | 98765432100022
TVA intracom. | ignore | FR12345678901 | FR10987654321
Mode de règlement | ignore | VIR30 | LCR60
Délai de livraison (j) | ignore | 30 | 45
Créé le | ignore | 12/01/2019 | 03/05/2021
Modifié par | ignore | jdupont | jdupont
Observations | additionalInformation | Audit prévu | `,
  },
  {
    name: 'French ERP, articles',
    file: 'articles.csv',
    sheet: 'articles',
    kind: 'product',
    columns: `
Réf. article | productRef | ROB-1 | ROB-2
Lib. article | name | Robe Zoé | Robe Ana
Fournisseur / Supplier * | supplierRef | F00012 | F00013
Code coul. | productColorCode | 012 | 014
Couleur | ignore | Écru | Noir
Saison | productCollectionRef | E27 | E27
Famille | category / ? | Robe | Robe
Poids net (kg) | weight | 0,350 | 0,420
Compo. | composition | 95 % coton bio, 5% élasthanne | 100 % lin
Qté cdée | ? / ignore / producedQuantity | 1200 | 900
Pays d'assemblage | manufacturingAssemblyCountry | PT | TN
Photo (URL) | picture | https://img.example.com/1.jpg | https://img.example.com/2.jpg
PV TTC | ignore | 129,00 | 145,00
Code barre | ignore | 3607012345678 | 3607012345685
Code douanier | ignore | 62044200 | 62044200
N° cde | purchaseOrder | PO-1 | PO-2
Entrepôt dest. | warehouseRef | ENT-01 | ENT-01`,
  },
  {
    name: 'French PLM, nomenclature',
    file: 'nomenclature E27.xlsx',
    sheet: 'Nomenclature',
    kind: 'component',
    columns: `
Modèle | productRef | ROB-1 | ROB-1
Coloris | productColorCode | 012 | 012
Saison | productCollectionRef | E27 | E27
Réf. composant | componentRef | TIS-1 | ZIP-1
Désignation composant | ignore | Popeline | Zip invisible
Réf. frn | supplierRef | F00012 | F00013
Réf. article frn | supplierComponentCode | V-88 | Z-1
Type mat. | type / ? | Textile | Métal
Catégorie | category | Tissu principal | Zip
Mat. 1 | composition.1.material | coton bio | polyester
% 1 | composition.1.percentage | 95 | 100
Orig. 1 | composition.1.origin | Égypte | Chine
Mat. 2 | composition.2.material | élasthanne | 
% 2 | composition.2.percentage | 5 | 
Poids net (g) | componentWeight | 210 | 8,5
Imprimé O/N | componentPrint | N | N
Tissé en | weavingCountry | IT | 
Teint en | dyeingCountry | IT | 
Consommation | ignore | 1,35 | 1
Unité | ignore / ? | M | U
Laize (cm) | ignore | 145 | 
Prix d'achat | ignore | 4,50 | 0,30`,
  },
  {
    name: 'SAP vendors',
    file: 'LFA1_EXPORT.txt',
    sheet: 'LFA1_EXPORT',
    kind: 'supplier',
    columns: `
LIFNR | supplierRef | 0000100012 | 0000100013
NAME1 | name | Weberei Huber GmbH | Garn AG
NAME2 | ignore / ? |  | 
STRAS | address.street | Hauptstr. 5 | Ring 9
PSTLZ | address.postalCode | 80331 | 10115
ORT01 | address.city | München | Berlin
LAND1 | address.country | DE | DE
REGIO | address.administrativeArea | 09 | 11
TELF1 | contacts.1.person.phone / ? | +49 89 000 | +49 30 000
SMTP_ADDR | contacts.1.person.email | a@example.com | b@example.com
SPRAS | contacts.1.person.language / ? | D | D
KTOKK | ignore / ? | LIEF | LIEF
ERDAT | ignore | 20190112 | 20200303
ERNAM | ignore | HUBER | HUBER
STCD1 | ignore | 12/345 | 33/456
SPERR | ignore | | `,
  },
  {
    name: 'German SAP, materials',
    file: 'Materialstamm.xlsx',
    sheet: 'Artikel',
    kind: 'product',
    columns: `
Artikelnummer | productRef | 4711 | 4712
Artikelbezeichnung | name | Kleid Anna | Rock Eva
Kollektion | productCollectionRef | FS27 | FS27
Farbcode | productColorCode | 012 | 014
Farbbezeichnung | ignore | ecru | schwarz
Warengruppe | category / ? | Kleider | Röcke
Nettogewicht (g) | weight | 350 | 420
Materialzusammensetzung | composition | 100% Baumwolle | 97% CO 3% EA
Lieferant Nr. | supplierRef | 100012 | 100013
Lieferant Name | ignore | Weberei Huber | Garn AG
Herstellungsland | manufacturingAssemblyCountry | PT | RO
Bestellnummer | purchaseOrder | 45000123 | 45000124
Produzierte Menge | producedQuantity | 1200 | 900
EAN | ignore | 4006381333931 | 4006381333948
Zolltarifnummer | ignore | 62044200 | 62044200
VK-Preis | ignore | 129,00 | 99,00
Angelegt am | ignore | 12.01.2026 | 13.01.2026
Bild-URL | picture | https://img.example.com/1.jpg | https://img.example.com/2.jpg
Zielmarkt | destinationMarket | EUROPE | EUROPE
Transportart | transportTypeToDestMarket | LKW | LKW`,
  },
  {
    name: 'German SAP, Stückliste',
    file: 'CS03_Stückliste.xlsx',
    sheet: 'Stückliste',
    kind: 'component',
    columns: `
Artikel-Nr. | productRef | 4711 | 4711
Saison | productCollectionRef | FS27 | FS27
Farbe | productColorCode | 012 | 012
Pos. | ignore / ? | 10 | 20
Komponente | componentRef | K-1 | K-2
Objektkurztext | ignore | Popeline | RV
Komponententyp | type | Textil | Metall
Komponentenkategorie | category | Oberstoff | Reißverschluss
Material 1 | composition.1.material | Baumwolle | Polyester
Anteil 1 (%) | composition.1.percentage | 97 | 100
Material 2 | composition.2.material | Elasthan | 
Anteil 2 (%) | composition.2.percentage | 3 | 
Ursprungsland | composition.1.origin / composition.origin / ? | EG | CN
Menge | ignore | 1,35 | 1
ME | ignore | M | ST
Gewicht in g | componentWeight | 210 | 8
Lieferantennummer | supplierRef | 100012 | 100013
Lief.-Mat.-Nr. | supplierComponentCode | V-88 | Z-1
Bedruckt | componentPrint | nein | nein
Webland | weavingCountry | IT | 
Färbeland | dyeingCountry | IT | 
Charge | lotReferences | L1 | L2`,
  },
  {
    name: 'Italian fornitori',
    file: 'anagrafica fornitori.xlsx',
    sheet: 'Fornitori',
    kind: 'supplier',
    columns: `
Cod. fornitore | supplierRef | F001 | F002
Ragione sociale | name | Tessitura Rossi S.p.A. | Filati Srl
Attività | category | Tessitura | Filatura
Indirizzo | address.street | Via Roma 1 | Via Po 2
CAP | address.postalCode | 13900 | 10100
Città | address.city | Biella | Torino
Prov. | address.administrativeArea | BI | TO
Nazione | address.country | Italia | Italia
Referente | contacts.1.person.name / ? | Rossi | Bianchi
Nome referente | contacts.1.person.firstname / ? | Anna | Luca
Cognome referente | contacts.1.person.name | Rossi | Bianchi
E-mail | contacts.1.person.email | a@example.it | b@example.it
Telefono | contacts.1.person.phone | 015 000 | 011 000
P. IVA | ignore | 01234567890 | 09876543210
Cod. fiscale | ignore | 01234567890 | 09876543210
Note | additionalInformation | | cliente storico
Certificazione 1 | certifications.1.type | GOTS | GRS
Scadenza cert. 1 | certifications.1.date_end | 31/12/2027 | 31/01/2028`,
  },
  {
    name: 'Italian distinta base',
    file: 'distinta base PE27.xlsx',
    sheet: 'Distinta base',
    kind: 'component',
    columns: `
Cod. articolo | productRef | ABI-1 | ABI-1
Stagione | productCollectionRef | PE27 | PE27
Colore | productColorCode | 012 | 012
Cod. componente | componentRef | T-1 | Z-1
Descrizione componente | ignore | Popeline | Zip
Tipo componente | type | Tessuto | Metallo
Categoria | category | Tessuto principale | Zip
Composizione | composition | 95% cotone 5% elastan | 100% poliestere
Peso (gr) | componentWeight | 210 | 8
Fornitore | supplierRef | F001 | F002
Cod. art. fornitore | supplierComponentCode | A1 | A2
Paese di tessitura | weavingCountry | Italia | 
Paese di tintura | dyeingCountry | Italia | 
Lotto | lotReferences | L1 | L2
Q.tà | ignore | 1,35 | 1
U.M. | ignore | MT | PZ
Prezzo | ignore | 4,50 | 0,30`,
  },
  {
    name: 'Spanish proveedores y productos',
    file: 'productos.csv',
    sheet: 'productos',
    kind: 'product',
    columns: `
Código de producto | productRef | V-1 | V-2
Descripción | name | Vestido Ana | Falda Eva
Temporada | productCollectionRef | PV27 | PV27
Código color | productColorCode | 012 | 014
Color | ignore | Crudo | Negro
Categoría | category | Vestidos | Faldas
Peso neto (g) | weight | 350 | 420
Composición | composition | 100% algodón | 95% algodón 5% elastano
Proveedor | supplierRef | P001 | P002
Nombre del proveedor | ignore | Textil Gómez | Hilos SL
País de fabricación | manufacturingAssemblyCountry | ES | MA
Cantidad producida | producedQuantity | 1200 | 900
Pedido de compra | purchaseOrder | PC-1 | PC-2
Talla | ignore | S | M
PVP | ignore | 59,90 | 39,90
Fecha de alta | ignore | 12/01/2026 | 13/01/2026
Embalaje | packagingRefs | EMB-1 | EMB-1
Almacén | warehouseRef | ALM-1 | ALM-1
Unidad de negocio | customBrandField1 | Moda | Moda`,
  },
  {
    name: 'Portuguese embalagens',
    file: 'embalagens.xlsx',
    sheet: 'Embalagens',
    kind: 'packaging',
    columns: `
Código da embalagem | packagingRef | E-1 | E-2
Descrição | ignore | Saco | Caixa
Tipo de embalagem | type | POLYBAG | DELIVERY BOX
Canal | channel | BOTH | E-COMMERCE
% reciclado | percentageRecycled | 80 | 92,5
Compostável | compostability | NO - 0 | NO - 0
Reciclável | recyclability | YES - MOSTLY RECYCLING | YES - FULLY RECYCLING
Reutilizável | possibilityReUse | NO - 0 | YES - REUSABLE
Substâncias perigosas | hazardousSubstances.status | NO | NO
Ecomodulação | ecoModulation | NONE | NONE
Fornecedor | ignore / ? | F1 | F2
Preço unitário | ignore | 0,10 | 0,80
Stock | ignore | 1200 | 300`,
  },
  {
    name: 'Portuguese fornecedores',
    file: 'fornecedores.xlsx',
    sheet: 'Fornecedores',
    kind: 'supplier',
    columns: `
Cód. Fornecedor | supplierRef | F1 | F2
Designação social | name | Confecções Lda | Tinturaria SA
Atividade | category | Confecção | Tinturaria
Morada | address.street | Rua A 1 | Rua B 2
Código Postal | address.postalCode | 4810-251 | 4700-001
Localidade | address.city | Guimarães | Braga
Distrito | address.administrativeArea | Braga | Braga
País | address.country | Portugal | Portugal
Pessoa de contacto | contacts.1.person.name / ? | Rita Ribeiro | Ana Sousa
Correio eletrónico | contacts.1.person.email | r@example.pt | a@example.pt
Telefone | contacts.1.person.phone | +351 253 | +351 253
NIF | ignore | 500000000 | 500000001
IBAN | ignore | PT50 0000 | PT50 0001
Condições de pagamento | ignore | 30 dias | 60 dias
Observações | additionalInformation | | `,
  },
  {
    name: 'English PLM BOM',
    file: 'BOM_SS27_export.xlsx',
    sheet: 'BOM Lines',
    kind: 'component',
    columns: `
Style No. | productRef | DR-1 | DR-1
Style Name | ignore | Camille dress | Camille dress
Season | productCollectionRef | SS27 | SS27
Colorway Code | productColorCode | 012 | 012
Colorway Name | ignore | Ecru | Ecru
BOM Line | ignore / ? | 1 | 2
Component Code | componentRef | FAB-1 | ZIP-1
Component Description | ignore | Poplin | Zip
Component Type | type | Fabric | Trim
Placement | ignore / ? | Body | Back
Category | category | Main fabric | Zip
Fiber Content | composition | 95% Organic Cotton 5% Elastane | 100% Polyester
Mill / Supplier | supplierRef / ? | F001 | F002
Supplier Article # | supplierComponentCode | V-88 | Z-1
Country of Origin (Fibre) | composition.origin / composition.1.origin / ? | EG | CN
Weaving Country | weavingCountry | IT | 
Dye House Country | dyeingCountry / ? | IT | 
Weight (g) | componentWeight | 210 | 8
Consumption | ignore | 1.35 | 1
UOM | ignore | M | EA
Wastage % | ignore | 5 | 2
Unit Cost | ignore | 4.50 | 0.30
Lot No. | lotReferences | L1 | L2
Print? | componentPrint | No | No
Last Modified | ignore | 2026-10-01 | 2026-10-02`,
  },
  {
    name: 'Odoo partners',
    file: 'res.partner.csv',
    sheet: 'res.partner',
    kind: 'supplier',
    columns: `
External ID | ignore / ? | __export__.res_partner_12 | __export__.res_partner_13
Name | name | Tessitura Rossi | Filati Srl
Reference | supplierRef | F001 | F002
Street | address.street | Via Roma 1 | Via Po 2
Street2 | address.additionalStreet | | Int. 3
Zip | address.postalCode | 13900 | 10100
City | address.city | Biella | Torino
State | address.administrativeArea | Biella | Torino
Country | address.country | Italy | Italy
Email | contacts.1.person.email | a@example.it | b@example.it
Phone | contacts.1.person.phone | 015 000 | 011 000
Mobile | ? / ignore | | 333 000
Language | contacts.1.person.language | it_IT | it_IT
Tax ID | ignore | IT01234567890 | IT09876543210
Is a Company | ignore | True | True
Tags | ignore / ? | Weaver | Spinner
Website | ignore | https://rossi.example | 
Created on | ignore | 2026-01-01 10:00:00 | 2026-01-02 10:00:00`,
  },
  {
    name: 'Dynamics vendors',
    file: 'Vendors V2.xlsx',
    sheet: 'Vendors V2',
    kind: 'supplier',
    columns: `
VENDORACCOUNTNUMBER | supplierRef | V001 | V002
VENDORORGANIZATIONNAME | name | Mill Ltd | Yarn Ltd
ADDRESSSTREET | address.street | 1 High St | 2 Low St
ADDRESSCITY | address.city | Leeds | York
ADDRESSZIPCODE | address.postalCode | LS1 | YO1
ADDRESSCOUNTRYREGIONID | address.country | GBR | GBR
ADDRESSSTATEID | address.administrativeArea | YSW | YSN
PRIMARYEMAILADDRESS | contacts.1.person.email | a@example.com | b@example.com
PRIMARYPHONENUMBER | contacts.1.person.phone | +44 113 | +44 190
VENDORGROUPID | ignore / ? | 10 | 10
CURRENCYCODE | ignore | GBP | GBP
DEFAULTPAYMENTTERMSNAME | ignore | Net30 | Net30`,
  },
  {
    name: 'Facility list',
    file: 'facilities.csv',
    sheet: 'facilities',
    kind: 'supplier',
    columns: `
os_id | ignore / ? | BD2020 | IN2020
facility_name | name | Alif Village Ltd. | Ambathur Pvt
facility_address | address.street / address.label / ? | Bangobandhu Road, Savar | No. D16, Chennai
country_code | address.country | BD | IN
sector | ignore / category / ? | Apparel | Apparel
facility_type | category / ? | Sewing | Dyeing
number_of_workers | ignore | 1200 | 300
parent_company | ignore / ? | Alif Group | Ambathur Group
lat | ignore | 23.8 | 13.0
lng | ignore | 90.2 | 80.1`,
  },
  {
    name: 'Shopify products',
    file: 'products_export_1.csv',
    sheet: 'products_export_1',
    kind: 'product',
    columns: `
Handle | productRef / ? / ignore | robe-camille | robe-ana
Title | name | Robe Camille | Robe Ana
Body (HTML) | ignore | <p>x</p> | <p>y</p>
Vendor | supplierRef / ? | Aurore | Aurore
Type | category / ? | Dresses | Dresses
Tags | ignore | summer | summer
Published | ignore | true | true
Option1 Name | ignore / ? | Size | Size
Option1 Value | ignore / ? | S | M
Variant SKU | productRef / ? / ignore | ROB-1-S | ROB-2-M
Variant Grams | weight | 350 | 420
Variant Price | ignore | 129.00 | 145.00
Variant Barcode | ignore | 3607012345678 | 3607012345685
Image Src | picture | https://img.example.com/1.jpg | https://img.example.com/2.jpg
Status | ignore | active | active`,
  },
  {
    name: 'v3 sites from a PLM',
    file: 'Sites.xlsx',
    sheet: 'Sites',
    interfaceName: 'v3',
    kind: 'supplier',
    columns: `
Site ID | uniqueIdentifier | AURORE-SITE-0007 | AURORE-SITE-0008
Parent Company | parentCompanyName | Tessitura S.p.A. | Filati Srl
Facility Name | siteName | Borgosesia mill | Torino mill
Contact Email | siteEmails | a@example.com | b@example.com
Street Address | siteAddress.street | Via Torino 12 | Via Po 2
Town | siteAddress.city | Borgosesia | Torino
Postcode | siteAddress.postalCode | 13011 | 10100
Country | siteAddress.country | Italy | Italy
Process | siteRole | Weaving | Spinning
Latitude | ignore | 45.7 | 45.0`,
  },
  {
    name: 'v3 purchases from an ERP',
    file: 'Achats.xlsx',
    sheet: 'Achats',
    interfaceName: 'v3',
    kind: 'purchased-item',
    columns: `
N° ligne achat | ? / uniqueIdentifier / ignore | AURORE-PURCHASE-0031 | AURORE-PURCHASE-0032
Code acheteur | buyerUniqueIdentifier | AURORE-SITE-0021 | AURORE-SITE-0021
Code vendeur | sellerUniqueIdentifier | AURORE-SITE-0007 | AURORE-SITE-0008
Code article | itemUniqueIdentifier | AURORE-CMP-0044 | AURORE-CMP-0045
N° de commande | purchaseOrder | PO-1 | PO-2
Date de cde | purchaseOrderDate | 15/04/2026 | 16/04/2026
Qté achetée | purchasedQuantity.value | 1200 | 900
Unité | purchasedQuantity.unit | METERS | METERS
Mode de transport | transports.1.name | TRUCK | BOAT
Prix unitaire | ignore | 4,50 | 5,00`,
  },
];
