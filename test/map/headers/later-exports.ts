import type { ForeignSheet } from './exports.ts';

/** Exports written after the first synonyms, without looking at them. */
export const LATER_EXPORTS: readonly ForeignSheet[] = [
  {
    name: 'EXTRACT_FRN',
    file: 'export.csv',
    sheet: 'EXTRACT_FRN',
    kind: 'supplier',
    columns: `
N° fournisseur | supplierRef | FRN-0001 | FRN-0002
Raison sociale du fournisseur | name | Atelier de Couture Évreux | Confections du Bocage
Secteur d'activité | category / ? | Confection PAP | Tissage
Ligne d'adresse 1 | address.street | 14 rue des Tanneurs | 3 zone artisanale
Ligne d'adresse 2 | address.additionalStreet |  | Bâtiment C
Adresse postale complète | address.label | 14 rue des Tanneurs, 27000 Évreux | 3 za
CP / Code postal | address.postalCode | 27000 | 61100
Commune | address.city | Évreux | Flers
Dép. | address.administrativeArea | Eure | Orne
Pays (ISO) | address.country | FR | FR
Continent | address.region | EUROPE | EUROPE
Interlocuteur 1 nom | contacts.1.person.name | Lemoine | Péan
Interlocuteur 1 prénom | contacts.1.person.firstname | Claire | Mathieu
Interlocuteur 1 e-mail | contacts.1.person.email | a@example.org | b@example.org
Interlocuteur 1 langue | contacts.1.person.language | fr | fr
Interlocuteur 1 n° tél | contacts.1.person.phone | +33 1 | +33 2
Interlocuteur 2 nom | contacts.2.person.name | Qualité | 
Interlocuteur 2 e-mail | contacts.2.person.email | q@example.org | 
Certif. 1 - libellé | certifications.1.type | SA8000 | BSCI GRADE A
Certif. 1 - date d'obtention | certifications.1.date_start | 15/01/2025 | 15/02/2025
Certif. 1 - date d'expiration | certifications.1.date_end | 14/01/2027 | 14/02/2027
Certif. 1 - lien PDF | certifications.1.file | https://docs.example.com/a.pdf | https://docs.example.com/b.pdf
Infos libres | additionalInformation / ? | Audité au printemps | 
Compte auxiliaire | ignore | 401001 | 401002
Mode de paiement | ignore | VIR | VIR
Date dernière commande | ignore | 01/01/2026 | 02/01/2026
CA N-1 | ignore | 12000 | 13000
Actif | ignore | O | O`,
  },
  {
    name: 'FACT_ARTICLES',
    file: 'export.csv',
    sheet: 'FACT_ARTICLES',
    kind: 'product',
    columns: `
Code modèle | productRef | ROB-2041 | ROB-2042
Désignation commerciale | publicName / name / ? | Robe Camille en popeline | Robe Ana
Libellé interne | name / ? | Robe Camille | Robe Ana
N° OA | ? / purchaseOrder | PO-27-00318 | PO-27-00319
Visuel | picture | https://img.example.com/a.jpg | https://img.example.com/b.jpg
Catégorie d'article | category | Robes | Robes
Millésime collection | productCollectionRef / ? | SS27 | SS27
Réf. coloris | productColorCode | ECRU-012 | NOIR-001
Libellé coloris | ignore | Écru | Noir
Pds net g | weight | 350 | 420
Compo. textile | composition | 97% cotton, 3% elastane | 100% lin
Qté fabriquée | producedQuantity | 2100 | 1125
Réf. emb. | packagingRefs / ? | EMB-POLY-01;EMB-BOX-02 | EMB-POLY-01
Label 1 | certifications.1.type | GOTS | 
Label 1 début | certifications.1.date_start | 01/01/2026 | 
Label 1 fin | certifications.1.date_end | 31/12/2027 | 
Pays de confection | manufacturingAssemblyCountry | Portugal | Portugal
Marché principal | destinationMarket | EUROPE | EUROPE
Moyen de transport | transportTypeToDestMarket | TRAIN | TRAIN
Dépôt | warehouseRef | ENT-01 | ENT-01
Conforme REACH (O/N) | reachCompliance | O | O
Critère éco-modulation | ecoModulation | NONE | NONE
Confectionneur | supplierRef / ? | FRN-0021 | FRN-0021
BU | customBrandField1 | Mode | Mode
Prix de cession | ignore | 12,50 | 13,50
Gamme de tailles | ignore | XS-XL | XS-XL
Acheteur | ignore / ? | MD | MD`,
  },
  {
    name: 'STKO_STPO',
    file: 'export.csv',
    sheet: 'STKO_STPO',
    kind: 'component',
    columns: `
Material (Kopf) | productRef / ? | ROB-2041 | ROB-2041
Saison | productCollectionRef | SS27 | SS27
Farbnummer | productColorCode | ECRU-012 | ECRU-012
Pos.Nr. | ignore / ? | 0010 | 0020
Komponentennr. | componentRef | TIS-POP-1180 | ZIP-018-INV
Komponentenbezeichnung | ignore | Popeline | RV
Lieferantenartikelnr. | supplierComponentCode | VAL-8812 | RVA 018i
Chargennummern | lotReferences |  | L2610-A
bedruckt (J/N) | componentPrint | N | N
Komponentenart | type / ? | Textil | Kunststoff
Komponentengruppe | category / ? | Oberstoff | Reißverschluss
Faser 1 | composition.1.material | Baumwolle | Polyamid
Faser 1 % | composition.1.percentage | 97 | 100
Faser 1 Herkunftsland | composition.1.origin | EG | DE
Faser 1 Zertifikat | composition.1.certifications / ? | GOTS | 
Faser 2 | composition.2.material | Elasthan | 
Faser 2 % | composition.2.percentage | 3 | 
Druckland | printingCountry |  | 
Land der Färbung | dyeingCountry | IT | 
Strickland | knittingCountry |  | 
Land der Weberei | weavingCountry / ? | IT | 
Komponentengewicht [g] | componentWeight | 210 | 8
Zertifikat 1 | certifications.1.type | GOTS | 
Zertifikat 1 gültig ab | certifications.1.date_start | 01.01.2026 | 
Zertifikat 1 gültig bis | certifications.1.date_end | 28.12.2027 | 
Zertifikat 1 Link | certifications.1.file | https://docs.example.com/a.pdf | 
Kreditor | supplierRef | FRN-0007 | FRN-0027
Einzelpreis | ignore | 4,50 | 0,30
Bedarfsmenge | ignore | 1,35 | 1
Mengeneinheit | ignore | M | ST
Werk | ignore / ? | 1000 | 1000
Geändert am | ignore | 01.01.2026 | 01.01.2026`,
  },
  {
    name: 'Odoo BoM export',
    file: 'export.csv',
    sheet: 'Odoo BoM export',
    kind: 'component',
    columns: `
Product/Internal Reference | productRef | ROB-2041 | ROB-2041
Product/Season | productCollectionRef | SS27 | SS27
Product/Color Code | productColorCode | ECRU-012 | ECRU-012
BoM Lines/Component/Internal Reference | componentRef | TIS-POP-1180 | ZIP-018
BoM Lines/Component/Name | ignore | Popeline | Zip
BoM Lines/Component/Type | type | TEXTILE | PLASTIC
BoM Lines/Component/Category | category | MAIN FABRIC (WOVEN) | ZIPS
BoM Lines/Component/Vendor | supplierRef / ? | FRN-0007 | FRN-0027
BoM Lines/Component/Vendor Product Code | supplierComponentCode | VAL-8812 | RVA
BoM Lines/Component/Weight (g) | componentWeight | 210 | 8
BoM Lines/Component/Composition | composition | 97% COTTON, 3% ELASTANE | 100% POLYAMIDE
BoM Lines/Quantity | ignore | 1.35 | 1
BoM Lines/Product Unit of Measure | ignore | m | Units
Last Updated on | ignore | 2026-01-01 10:00:00 | 2026-01-01 10:00:00`,
  },
  {
    name: 'Materials BOM',
    file: 'export.csv',
    sheet: 'Materials BOM',
    kind: 'component',
    columns: `
Style | productRef | ROB-2041 | ROB-2041
Season Code | productCollectionRef | SS27 | SS27
Colorway | productColorCode | ECRU-012 | ECRU-012
Material ID | componentRef / ? | TIS-POP-1180 | ZIP-018
Material Desc | ignore | Poplin | Zip
Supplier Code | supplierRef | FRN-0007 | FRN-0027
Supplier Ref | ? / supplierComponentCode | VAL-8812 | RVA 018
Material Class | type / ? | TEXTILE | PLASTIC
Usage | category / ? / ignore | Main fabric | Zip
Fibre 1 | composition.1.material | COTTON | POLYAMIDE
Fibre 1 Pct | composition.1.percentage | 97 | 100
Fibre 1 Country of Origin | composition.1.origin | Egypt | Germany
Fibre 2 | composition.2.material | ELASTANE | 
Fibre 2 Pct | composition.2.percentage | 3 | 
Country of Weaving | weavingCountry | Italy | 
Country of Dyeing | dyeingCountry | Italy | 
Country of Knitting | knittingCountry |  | 
Country of Printing | printingCountry |  | 
Printed (Y/N) | componentPrint | N | N
Unit Weight (g) | componentWeight / ? | 210 | 8
Dye Lots | lotReferences | L1 | L2
Certificate | certifications.1.type | GOTS | 
Certificate Valid From | certifications.1.date_start | 2026-01-01 | 
Certificate Valid To | certifications.1.date_end | 2027-12-28 | 
Certificate URL | certifications.1.file | https://docs.example.com/a.pdf | 
Sample Status | ignore | Approved | Approved
Price/m | ignore | 4.50 | 0.30
Width (cm) | ignore | 150 | 
GSM | ignore | 118 | 
HS Code | ignore | 5208 | 9607`,
  },
  {
    name: 'packaging spec',
    file: 'export.csv',
    sheet: 'packaging spec',
    kind: 'packaging',
    columns: `
Pack code | packagingRef | EMB-POLY-01 | EMB-BOX-02
Pack type | type | POLYBAG | DELIVERY BOX
Sales channel | channel | BOTH | E-COMMERCE
Recycled content % | percentageRecycled | 80 | 92.5
Eco-modulation criteria | ecoModulation / ? | NONE | NONE
Compostable? | compostability | NO - 0 | NO - 0
Recyclability | recyclability | YES - MOSTLY RECYCLING | YES - FULLY RECYCLING
Reusable | possibilityReUse | NO - 0 | YES - REUSABLE
Contains hazardous substances | hazardousSubstances.status | NO | NO
Substance name | hazardousSubstances.value |  | 
Weight (g) | ignore | 12 | 80
Dimensions (mm) | ignore | 300x400 | 200x200
Unit price EUR | ignore | 0.1 | 0.8`,
  },
  {
    name: 'Anagrafica articoli',
    file: 'export.csv',
    sheet: 'Anagrafica articoli',
    kind: 'product',
    columns: `
Codice articolo | productRef | ROB-2041 | ROB-2042
Descrizione articolo | name | Abito Camille | Abito Ana
Stagione | productCollectionRef | SS27 | SS27
Cod. colore | productColorCode | ECRU-012 | NERO-001
Des. colore | ignore | Ecru | Nero
Categoria merceologica | category | Abiti | Abiti
Peso netto gr. | weight | 350 | 420
Composizione % | composition | 97% cotone 3% elastan | 100% lino
Fornitore confezione | supplierRef / ? | FRN-0021 | FRN-0021
Paese di confezione | manufacturingAssemblyCountry | Portogallo | Portogallo
Q.tà prodotta | producedQuantity | 2100 | 1125
N. ordine | purchaseOrder | PO-1 | PO-2
Imballo | packagingRefs | EMB-1 | EMB-1
Magazzino di destinazione | warehouseRef | ENT-01 | ENT-01
Mercato | destinationMarket | EUROPE | EUROPE
Mezzo di trasporto | transportTypeToDestMarket | CAMION | CAMION
Listino | ignore | 129 | 139
Data ultima modifica | ignore | 01/01/2026 | 01/01/2026
Cod. EAN | ignore | 8001234567890 | 8001234567891`,
  },
  {
    name: 'Proveedores',
    file: 'export.csv',
    sheet: 'Proveedores',
    kind: 'supplier',
    columns: `
Cód. proveedor | supplierRef | P1 | P2
Nombre o razón social | name | Textil Gómez | Hilos SL
Tipo de proveedor | category | Tejeduría | Hilatura
Domicilio | address.street | Calle Mayor 1 | Av. Sol 2
Población | address.city | Sabadell | Elche
C. Postal | address.postalCode | 08201 | 03201
Provincia | address.administrativeArea | Barcelona | Alicante
País | address.country | España | España
Persona de contacto | contacts.1.person.name | Ana Gómez | Luis Gil
Teléfono contacto | contacts.1.person.phone | +34 93 | +34 96
Correo electrónico contacto | contacts.1.person.email | a@example.es | b@example.es
Idioma | contacts.1.person.language | es | es
Certificado 1 | certifications.1.type | GOTS | GRS
Caducidad certificado 1 | certifications.1.date_end | 31/12/2027 | 31/12/2026
Observaciones | additionalInformation |  | 
CIF/NIF | ignore | B12345678 | B87654321
Forma de pago | ignore | 30 días | 60 días
Fecha de alta | ignore | 01/01/2020 | 01/01/2021`,
  },
  {
    name: 'vendor_master',
    file: 'export.csv',
    sheet: 'vendor_master',
    kind: 'supplier',
    columns: `
vendor_no | supplierRef | FRN-0001 | FRN-0002
vendor_name_1 | name / ? | Atelier Evreux | Confections Bocage
vendor_class | category / ? | Sewing | Weaving
addr_line1 | address.street | 14 rue des Tanneurs | 3 za
addr_line2 | address.additionalStreet |  | Bat C
postcode | address.postalCode | 27000 | 61100
city | address.city | Evreux | Flers
county | address.administrativeArea | Eure | Orne
ctry_code | address.country | FR | FR
world_region | address.region | EUROPE | EUROPE
contact1_first_name | contacts.1.person.firstname | Claire | Mathieu
contact1_last_name | contacts.1.person.name | Lemoine | Pean
contact1_email | contacts.1.person.email | a@example.org | b@example.org
contact1_phone | contacts.1.person.phone | +33 1 | +33 2
contact1_lang | contacts.1.person.language | fr | fr
contact2_last_name | contacts.2.person.name | Q | 
contact2_email | contacts.2.person.email | q@example.org | 
cert1_type | certifications.1.type | SA8000 | BSCI GRADE A
cert1_valid_from | certifications.1.date_start | 2025-01-15 | 2025-02-15
cert1_valid_to | certifications.1.date_end | 2027-01-14 | 2027-02-14
cert1_doc_url | certifications.1.file | https://docs.example.com/a.pdf | https://docs.example.com/b.pdf
remarks | additionalInformation | Audited | 
vat_no | ignore | FR123 | FR456
payment_terms | ignore | N30 | N60
blocked | ignore | N | N
created_at | ignore | 2020-01-01 | 2020-01-01
created_by | ignore | u1 | u2
last_order_date | ignore | 2026-01-01 | 2026-01-01`,
  },
  {
    name: 'ITEM MASTER',
    file: 'export.csv',
    sheet: 'ITEM MASTER',
    kind: 'product',
    columns: `
ITEM NUMBER | productRef | ROB-2041 | ROB-2042
ITEM DESCRIPTION | name | Camille dress | Ana dress
CONSUMER NAME | publicName | Camille poplin dress | Ana
CUSTOMER PO | purchaseOrder / ? | PO-27-00318 | PO-27-00319
IMAGE LINK | picture | https://img.example.com/a.jpg | https://img.example.com/b.jpg
PRODUCT GROUP | category / ? | Dresses | Dresses
SELLING SEASON | productCollectionRef / ? | SS27 | SS27
COLOUR CODE | productColorCode | ECRU-012 | NOIR-001
COLOUR NAME | ignore | Ecru | Black
NET WEIGHT (KG) | weight | 0.35 | 0.42
FABRIC COMPOSITION | composition | 97% cotton, 3% elastane | 100% linen
ANNUAL PRODUCTION QTY | producedQuantity | 2100 | 1125
PACKAGING CODES | packagingRefs | EMB-POLY-01;EMB-BOX-02 | EMB-POLY-01
CERTIFICATION #1 | certifications.1.type | GOTS | 
CERT #1 START DATE | certifications.1.date_start | 2026-01-01 | 
CERT #1 END DATE | certifications.1.date_end | 2027-12-31 | 
ASSEMBLY COUNTRY | manufacturingAssemblyCountry | Portugal | Portugal
MAIN MARKET | destinationMarket | EUROPE | EUROPE
SHIPPING MODE | transportTypeToDestMarket | TRAIN | TRAIN
WAREHOUSE CODE | warehouseRef | ENT-01 | ENT-01
REACH COMPLIANT Y/N | reachCompliance | Y | Y
ECO MODULATION | ecoModulation | NONE | NONE
FACTORY CODE | supplierRef | FRN-0021 | FRN-0021
BUSINESS UNIT | customBrandField1 | Mode | Mode
DIVISION | customBrandField2 | Femme | Femme
RRP EUR | ignore | 129 | 139
SIZE RANGE | ignore | XS-XL | XS-XL
LAUNCH DATE | ignore / ? | 2027-01-01 | 2027-01-01
BUYER | ignore / ? | MD | MD
CARTON QTY | ignore / ? | 12 | 12`,
  },
  {
    name: 'Ficha técnica',
    file: 'export.csv',
    sheet: 'Ficha técnica',
    kind: 'component',
    columns: `
Modelo | productRef | ROB-2041 | ROB-2041
Temporada | productCollectionRef | SS27 | SS27
Cód. color modelo | productColorCode | ECRU-012 | ECRU-012
Nº | ignore / ? | 1 | 2
Cód. componente | componentRef | TIS-POP-1180 | ZIP-018
Nombre componente | ignore | Popelín | Cremallera
Ref. artículo proveedor | supplierComponentCode | VAL-8812 | RVA
Tipo de componente | type | Textil | Plástico
Categoría componente | category | Tejido principal | Cremallera
Fibra 1 | composition.1.material | algodón | poliamida
% fibra 1 | composition.1.percentage | 97 | 100
Origen fibra 1 | composition.1.origin | Egipto | Alemania
Fibra 2 | composition.2.material | elastano | 
% fibra 2 | composition.2.percentage | 3 | 
País de tejeduría | weavingCountry | Italia | 
País de tintura | dyeingCountry | Italia | 
País de estampación | printingCountry |  | 
País tricotado | knittingCountry |  | 
Estampado (sí/no) | componentPrint | no | no
Peso (gr) | componentWeight | 210 | 8
Lote | lotReferences | L1 | L2
Certificado | certifications.1.type | GOTS | 
Válido hasta | ? / certifications.1.date_end | 31/12/2027 | 
Cód. proveedor | supplierRef | FRN-0007 | FRN-0027
Consumo | ignore | 1,35 | 1
Unidad | ignore | m | ud
Precio compra | ignore | 4,50 | 0,30
Observaciones | ? / ignore |  | nota`,
  },
  {
    name: 'Lista de componentes',
    file: 'export.csv',
    sheet: 'Lista de componentes',
    kind: 'component',
    columns: `
Ref. produto | productRef | ROB-2041 | ROB-2041
Coleção | productCollectionRef | SS27 | SS27
Cor | productColorCode | ECRU-012 | ECRU-012
Ref. componente | componentRef | TIS-POP-1180 | ZIP-018
Designação | ignore / ? | Popeline | Fecho
Tipo | type | Têxtil | Plástico
Categoria | category | Tecido principal | Fecho
Composição | composition | 97% algodão, 3% elastano | 100% poliamida
Peso líquido (g) | componentWeight | 210 | 8
Fornecedor (código) | supplierRef | FRN-0007 | FRN-0027
Ref. do fornecedor | ? / supplierComponentCode / supplierRef | VAL-8812 | RVA
País de tecelagem | weavingCountry | Itália | 
País de tingimento | dyeingCountry | Itália | 
Lote nº | lotReferences | L1 | L2
Quantidade | ignore | 1,35 | 1
Preço | ignore | 4,50 | 0,30`,
  },
  {
    name: 'Verpackungen',
    file: 'export.csv',
    sheet: 'Verpackungen',
    kind: 'packaging',
    columns: `
Verpackungsnummer | packagingRef | EMB-POLY-01 | EMB-BOX-02
Verpackungsart | type | POLYBAG | DELIVERY BOX
Vertriebskanal | channel | BOTH | E-COMMERCE
Rezyklatanteil (%) | percentageRecycled | 80 | 92,5
Ökomodulation | ecoModulation | NONE | NONE
Kompostierbar | compostability | NO - 0 | NO - 0
Recyclingfähigkeit | recyclability | YES - MOSTLY RECYCLING | YES - FULLY RECYCLING
Wiederverwendbarkeit | possibilityReUse | NO - 0 | YES - REUSABLE
Gefahrstoffe enthalten | hazardousSubstances.status | NO | NO
Gefahrstoff (Name) | hazardousSubstances.value |  | 
Bezeichnung | ignore | Beutel | Karton
Länge (mm) | ignore | 300 | 200`,
  },
  {
    name: 'Sites de production',
    file: 'export.csv',
    sheet: 'Sites de production',
    interfaceName: 'v3',
    kind: 'supplier',
    columns: `
Identifiant site | uniqueIdentifier | AURORE-SITE-0007 | AURORE-SITE-0008
Groupe / maison mère | parentCompanyName | Tessitura S.p.A. | Filati Srl
Nom usine | siteName | Borgosesia | Torino
E-mails contacts | siteEmails | a@example.com; b@example.com | c@example.com
Adresse | siteAddress.street | Via Torino 12 | Via Po 2
Ville | siteAddress.city | Borgosesia | Torino
CP | siteAddress.postalCode | 13011 | 10100
Pays | siteAddress.country | Italie | Italie
Rôle | siteRole | Tissage | Filature
Certifications | siteCertifications.1.certificationName | GOTS | GRS`,
  },
  {
    name: 'Purchases',
    file: 'export.csv',
    sheet: 'Purchases',
    interfaceName: 'v3',
    kind: 'purchased-item',
    columns: `
Purchase ID | uniqueIdentifier | AURORE-PURCHASE-0031 | AURORE-PURCHASE-0032
Buyer type | buyerKind | SUPPLIER | SUPPLIER
Buyer code | buyerUniqueIdentifier | AURORE-SITE-0021 | AURORE-SITE-0021
Vendor code | sellerUniqueIdentifier | AURORE-SITE-0007 | AURORE-SITE-0008
Item code | itemUniqueIdentifier | AURORE-CMP-0044 | AURORE-CMP-0045
PO number | purchaseOrder | PO-1 | PO-2
PO date | purchaseOrderDate | 2026-04-15 | 2026-04-16
Qty purchased | purchasedQuantity.value | 1200 | 900
Qty UoM | purchasedQuantity.unit | METERS | METERS
Transport mode 1 | transports.1.name | TRUCK | BOAT
Transport share 1 | transports.1.usagePercentage | 60 | 100
Transport mode 2 | transports.2.name | BOAT | 
Transport share 2 | transports.2.usagePercentage | 40 | 
Certification 1 | certifications.1.certificationName | GOTS | 
Unit price | ignore | 4.5 | 5
Currency | ignore | EUR | EUR`,
  },
  {
    name: 'Tier 1 factory list',
    file: 'export.csv',
    sheet: 'Tier 1 factory list',
    kind: 'supplier',
    columns: `
Factory Name | name | Alif Village Ltd. | Ambathur Pvt
Factory Code | supplierRef | F-100 | F-101
Type of Facility | category | Sewing | Dyeing
Tier | ignore / ? | 1 | 2
Street Address | address.street | Road 5 | No. D16
City/Town | address.city | Savar | Chennai
State/Province/Region | address.administrativeArea / ? | Dhaka | Tamil Nadu
Zip/Postal Code | address.postalCode | 1341 | 600058
Country/Region | address.country | Bangladesh | India
Region | address.region | Asia | Asia
Parent Company Name | ignore / ? | Alif Group | Ambathur Group
No. of Workers | ignore | 1200 | 300
% Female Workers | ignore / ? | 60 | 70
Product Category | ignore / ? / category | Knits | Wovens
Contact Person Name | contacts.1.person.name | Mr Rahman | Ms Devi
Contact Person Email | contacts.1.person.email | a@example.com | b@example.com
Contact No. | contacts.1.person.phone / ? | +880 1 | +91 2
Audit Date | ignore / ? | 2026-01-01 | 2026-02-01
Audit Grade | ignore / ? | A | B`,
  },
  {
    name: 'Lieferantenstamm',
    file: 'export.csv',
    sheet: 'Lieferantenstamm',
    kind: 'supplier',
    columns: `
Kreditor | supplierRef | 100012 | 100013
Name 1 | name | Weberei Huber GmbH | Garn AG
Name 2 | ? / ignore |  | Abt. Export
Straße | address.street | Hauptstr. 5 | Ring 9
PLZ | address.postalCode | 80331 | 10115
Ort | address.city | München | Berlin
Land | address.country | DE | DE
Region | address.administrativeArea | Bayern | Berlin
Telefon 1 | contacts.1.person.phone | +49 89 | +49 30
Telefon 2 | ? / ignore |  | +49 31
E-Mail-Adresse | contacts.1.person.email | a@example.com | b@example.com
Sprache | contacts.1.person.language | DE | DE
Ansprechpartner Vorname | contacts.1.person.firstname | Anna | Max
Ansprechpartner Nachname | contacts.1.person.name | Huber | Roth
Produktionsstufe | category | Weben | Spinnen
USt-IdNr. | ignore | DE123 | DE456
Zahlungsbedingung | ignore | Z030 | Z060
Währung | ignore | EUR | EUR
Kontengruppe | ignore | KRED | KRED
Angelegt von | ignore | HUBER | HUBER
Zentrale Sperre | ignore |  | 
Bemerkungen | additionalInformation |  | gut`,
  },
  {
    name: 'Distinta materiali',
    file: 'export.csv',
    sheet: 'Distinta materiali',
    kind: 'component',
    columns: `
Articolo | productRef / ? | ABI-1 | ABI-1
Stagione | productCollectionRef | PE27 | PE27
Variante | ignore / ? / productColorCode | 012 | 012
Codice materiale | componentRef | T-1 | Z-1
Descrizione | ignore | Popeline | Zip
Tipologia | type | Tessile | Plastica
Categoria | category | Tessuto esterno | Zip
Fibra 1 | composition.1.material | cotone | poliestere
Perc. 1 | composition.1.percentage | 95 | 100
Fibra 2 | composition.2.material | elastan | 
Perc. 2 | composition.2.percentage | 5 | 
Cod. forn. | supplierRef | F001 | F002
Rif. fornitore | ? / supplierComponentCode | A1 | A2
Tessuto in | weavingCountry | Italia | 
Tinto in | dyeingCountry | Italia | 
Stampato in | printingCountry |  | 
Stampato | componentPrint | no | no
Peso netto (g) | componentWeight | 210 | 8
Certificazione | certifications.1.type | GOTS | 
Certificazione - data scadenza | certifications.1.date_end | 31/12/2027 | 
Consumo mt | ignore | 1,35 | 
Prezzo unit. | ignore | 4,50 | 0,30`,
  },
  {
    name: 'Line sheet',
    file: 'export.csv',
    sheet: 'Line sheet',
    kind: 'product',
    columns: `
Style Number | productRef | DR-1 | DR-2
Style Description | name | Camille | Ana
Colour | ignore | Ecru | Black
Colour Ref | productColorCode | 012 | 001
Collection | productCollectionRef | SS27 | SS27
Product Class | category / ? | Dresses | Dresses
Fibre Content | composition | 97% cotton 3% elastane | 100% linen
Garment Weight (g) | weight | 350 | 420
Made In | manufacturingAssemblyCountry | PT | PT
Vendor # | supplierRef | V1 | V2
Vendor Name | ignore | Mill Ltd | Yarn Ltd
PO # | purchaseOrder | PO1 | PO2
Units | ? / producedQuantity / ignore | 120 | 130
Wholesale (EUR) | ignore | 50 | 60
Delivery Window | ignore / ? | Jan | Feb
Gender | ignore | W | W
Size Scale | ignore | XS-XL | XS-XL
UPC | ignore | 012345678905 | 012345678912`,
  },
  {
    name: 'Produits finis',
    file: 'export.csv',
    sheet: 'Produits finis',
    kind: 'product',
    columns: `
Référence | productRef | ROB-1 | ROB-2
Désignation | name | Robe Zoé | Robe Ana
Collection | productCollectionRef | E27 | E27
Coloris | productColorCode | 012 | 014
Thème | ignore / ? | Été | Été
Rayon | category / ? | Robes | Robes
Matière principale | composition / ? | 97% coton 3% élasthanne | 100% lin
Poids (g) | weight | 350 | 420
Façonnier | supplierRef | F001 | F002
Pays façonnier | ignore / ? / manufacturingAssemblyCountry | PT | TN
Pays de production | manufacturingAssemblyCountry | PT | TN
Quantité produite | producedQuantity | 120 | 130
Emballage | packagingRefs | EMB-1 | EMB-1
Transport | transportTypeToDestMarket | TRUCK | BOAT
Entrepôt de livraison | ? / warehouseRef / ignore | ENT-01 | ENT-01
Certifications produit | certifications.1.type | GOTS | 
REACH | reachCompliance | oui | oui
Lien photo | picture | https://img.example.com/1.jpg | https://img.example.com/2.jpg
Composition doublure | ignore / ? | 100% polyester | `,
  },
  {
    name: 'MARA_MAKT',
    file: 'export.csv',
    sheet: 'MARA_MAKT',
    kind: 'product',
    columns: `
MATNR | productRef | ROB-2041 | ROB-2042
MAKTX | name | Robe Camille | Robe Ana
MATKL | category | Kleider | Kleider
SAISO | productCollectionRef | SS27 | SS27
COLOR | productColorCode / ? | ECRU-012 | NOIR-001
NTGEW | weight | 350 | 420
GEWEI | ignore | G | G
BRGEW | ignore | 400 | 450
MEINS | ignore | ST | ST
EAN11 | ignore | 4006381333931 | 4006381333948
HERKL | manufacturingAssemblyCountry / ? | PT | PT
LIFNR | supplierRef | FRN-0021 | FRN-0021
EBELN | purchaseOrder | PO-1 | PO-2
WERKS | ignore | 1000 | 1000
ERSDA | ignore | 20260101 | 20260101
MTART | ignore / ? | FERT | FERT
SPART | ignore / ? | 01 | 01`,
  },

  {
    name: 'product.template',
    file: 'export.csv',
    sheet: 'product.template',
    kind: 'product',
    columns: `
id | ignore / ? | 12 | 13
Internal Reference | productRef | ROB-2041 | ROB-2042
Name | name | Robe Camille | Robe Ana
Product Category | category | Dresses | Dresses
Season | productCollectionRef | SS27 | SS27
Color | productColorCode | ECRU-012 | NOIR-001
Weight | weight | 0.35 | 0.42
Weight Unit of Measure | ignore | kg | kg
Sales Price | ignore | 129 | 139
Cost | ignore | 20 | 22
Barcode | ignore | 3607012345678 | 3607012345685
Vendors | supplierRef | FRN-0021 | FRN-0021
Quantity On Hand | ignore | 5 | 6
Forecasted Quantity | ignore | 5 | 6
Can be Sold | ignore | True | True
Favorite | ignore | False | False
Image URL | picture | https://img.example.com/1.jpg | https://img.example.com/2.jpg
Country of Assembly | manufacturingAssemblyCountry | Portugal | Portugal
Company | ignore / ? | Aurore | Aurore`,
  },

  {
    name: 'PLM BOM export',
    file: 'export.csv',
    sheet: 'PLM BOM export',
    kind: 'component',
    columns: `
Style Ref | productRef | ROB-2041 | ROB-2041
Style Season | productCollectionRef | SS27 | SS27
Style Colour Code | productColorCode | ECRU-012 | ECRU-012
Line | ? / ignore | 1 | 2
RM Code | componentRef | TIS-POP-1180 | ZIP-018
RM Name | ignore / ? | Poplin | Zip
RM Type | type / ? | TEXTILE | PLASTIC
RM Colour | ? / ignore | White | Black
Fabric Content | composition | 97% COTTON, 3% ELASTANE | 100% POLYAMIDE
Nominated Supplier Code | supplierRef / ? | FRN-0007 | FRN-0027
Supplier Item No | supplierComponentCode | VAL-8812 | RVA
Weight g | componentWeight | 210 | 8
Gross Consumption | ignore | 1.35 | 1
Origin | ?  | EG | DE
Where Woven | weavingCountry / ? | Italy | 
Where Dyed | dyeingCountry / ? | Italy | 
Position on Garment | ignore / ? / category | Body | Back
Approved | ignore | Y | Y
Comments | ignore / ? |  | x
Last Update User | ignore | a | b`,
  },

  {
    name: 'Matières premières',
    file: 'export.csv',
    sheet: 'Matières premières',
    interfaceName: 'v3',
    kind: 'material',
    columns: `
Identifiant unique | uniqueIdentifier | AURORE-MAT-COTTON-001 | AURORE-MAT-WOOL-0001
Nom matière | name | Coton égyptien | Laine
Fibre | material | COTTON | WOOL
Code fournisseur | owner_unique_identifier | AURORE-SITE-0007 | AURORE-SITE-0008
Type propriétaire | owner_kind | SUPPLIER | SUPPLIER
Pays | address.country / ? | EG | AU
Prix au kg | ignore | 4,5 | 12`,
  },

  {
    name: 'Produits de marque',
    file: 'export.csv',
    sheet: 'Produits de marque',
    interfaceName: 'v3',
    kind: 'brand-product',
    columns: `
Identifiant unique | uniqueIdentifier | AURORE-BP-2041-ECRU-SS27 | AURORE-BP-2042-NOIR-SS27
Réf. produit | productRef | ROB-2041 | ROB-2042
Libellé produit | productName | Robe Camille | Robe Ana
Saison | collections | SS27 | SS27
Famille produit | productCategories | DRESSES | DRESSES
Code coloris | colorCode | ECRU-012 | NOIR-001
EAN13 | gtins | 3607012345678 | 3607012345685
Qté produite | producedQuantity | 2100 | 1125
Début traçabilité | traceabilityStartDate | 01/01/2026 | 01/01/2026
Fin traçabilité | theoreticalTraceabilityEndDate | 01/06/2026 | 01/06/2026
Périmètre AGEC | isProductInAGECScope | oui | oui
Prix public | ignore | 129 | 139`,
  },

  {
    name: 'Compras',
    file: 'export.csv',
    sheet: 'Compras',
    interfaceName: 'v3',
    kind: 'purchased-item',
    columns: `
ID compra | uniqueIdentifier | AURORE-PURCHASE-0031 | AURORE-PURCHASE-0032
Comprador | buyerUniqueIdentifier | AURORE-SITE-0021 | AURORE-SITE-0021
Vendedor | sellerUniqueIdentifier | AURORE-SITE-0007 | AURORE-SITE-0008
Código artículo | itemUniqueIdentifier | AURORE-CMP-0044 | AURORE-CMP-0045
Nº pedido | purchaseOrder | PO-1 | PO-2
Fecha pedido | purchaseOrderDate | 15/04/2026 | 16/04/2026
Cantidad comprada | purchasedQuantity.value | 1200 | 900
Unidad | purchasedQuantity.unit | METERS | METERS
Transporte | transports.1.name | TRUCK | BOAT
Precio unitario | ignore | 4,5 | 5`,
  },
];
