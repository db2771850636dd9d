import { plain } from './choice-words.ts';

/**
 * Usual headings, in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese, by what they mean. Compared
 * without case, accents and punctuation. A heading may have several meanings.
 */
const headings: Record<string, string> = {
  id: 'id|external id|record id|internal id|uuid|identifier|kennung|identifiant|identificador',
  number:
    'number|no|nr|document number|invoice number|invoice no|invoice|invoice id|invoice nr|bill number|credit note number|reference number|doc number|rechnungsnummer|rechnungsnr|rechnung nr|belegnummer|belegnr|rechnung|numero|n|numero de facture|numero facture|facture|no facture|numero de factura|factura|n factura|numero fattura|fattura|numero documento|factuurnummer|factuur|numer|numer faktury|nr faktury|faktura|fatura|numero da fatura',
  date: 'date|invoice date|bill date|issue date|issued|document date|posting date|booking date|transaction date|entry date|effective date|invoice bill date|date posted|created|rechnungsdatum|belegdatum|datum|buchungsdatum|buchungstag|date de facture|date facture|date operation|date de l operation|date comptable|fecha|fecha de factura|fecha factura|fecha operacion|data|data fattura|data documento|data operazione|data contabile|factuurdatum|boekdatum|transactiedatum|data wystawienia|data operacji|data ksiegowania|data de emissao|data movimento|txn date|postedon|posted on',
  valueDate:
    'value date|valuta|valutadatum|wertstellung|date valeur|date de valeur|fecha valor|data valuta|rentedatum|data waluty',
  dueDate:
    'due date|due|payment due|faelligkeitsdatum|falligkeitsdatum|fallig am|fallig|faellig|zahlungsziel|echeance|date d echeance|date echeance|vencimiento|fecha de vencimiento|fecha vencimiento|scadenza|data scadenza|vervaldatum|termin platnosci|vencimento|data de vencimento|maturity date',
  customer:
    'customer|customer name|client|client name|kunde|kundenname|kundin|cliente|nombre cliente|nome cliente|klant|klantnaam|klient|nabywca|nom client|nom du client|debitor|debiteur|buyer',
  supplier:
    'supplier|supplier name|vendor|vendor name|lieferant|lieferantenname|fournisseur|nom fournisseur|proveedor|fornitore|leverancier|dostawca|sprzedawca|fornecedor|kreditor|crediteur|seller',
  partner:
    'partner|party|customer vendor|contact|contact name|invoice partner display name|partner name|company name|company|business partner|kontakt|tiers|contacto|contatto|relatie|kontrahent|geschaftspartner',
  customerId:
    'customer id|customer number|customer no|kundennummer|kundennr|numero client|code client|codigo cliente|codice cliente|klantnummer',
  supplierId:
    'supplier id|supplier number|vendor id|vendor number|lieferantennummer|code fournisseur|codigo proveedor|leveranciersnummer',
  total:
    'total|total amount|gross|gross amount|amount total|invoice total|grand total|total incl vat|total including tax|brutto|bruttobetrag|gesamtbetrag|gesamt|summe|rechnungsbetrag|total ttc|montant ttc|ttc|importe total|total factura|totale|totale documento|totaal|totaal incl btw|bedrag incl btw|kwota brutto|wartosc brutto|razem|valor total|total with tax|total in currency|total in currency signed|total signed',
  net: 'net|net amount|subtotal|sub total|untaxed amount|amount untaxed|total excl vat|untaxed|tax excluded|netto|nettobetrag|montant ht|total ht|ht|base imponible|base|imponibile|totaal excl btw|bedrag excl btw|kwota netto|wartosc netto|valor liquido|untaxed amount in currency|untaxed amount signed|untaxed amount in currency signed',
  tax: 'tax|vat|vat amount|tax amount|sales tax|total tax|mwst|ust|mehrwertsteuer|umsatzsteuer|steuer|steuerbetrag|mwst betrag|tva|montant tva|iva|cuota iva|imposta|btw|btw bedrag|vat|kwota vat|tax signed|tax in currency',
  due: 'amount due|balance due|open amount|outstanding|outstanding amount|remaining|amount open|unpaid amount|open balance|amount residual|offen|offener betrag|restbetrag|offener saldo|reste a payer|solde du|restant du|importe pendiente|pendiente|importo residuo|residuo|da pagare|openstaand|openstaand bedrag|do zaplaty|pozostalo|valor em aberto|amount due signed|amount to pay|amount due in currency',
  paid: 'amount paid|paid amount|paid|payments|bezahlt|bezahlter betrag|montant paye|regle|importe pagado|importo pagato|betaald bedrag|zaplacono|valor pago',
  status:
    'status|state|payment status|payment state|zahlungsstatus|zustand|statut|etat|estado|estado de pago|stato|stato pagamento|betaalstatus|stan|situacao|status in payment|active',
  currency:
    'currency|currency code|commodity|ccy|wahrung|waehrung|devise|monnaie|moneda|divisa|valuta|munt|waluta|moeda|currency name|company currency|journal currency|account currency',
  description:
    'description|narration|memo|details|text|payee|buchungstext|verwendungszweck|beschreibung|bezeichnung|zweck|libelle|description operation|designation|concepto|descripcion|descrizione|causale|omschrijving|mededelingen|opis|tytul|descricao|historico|label|booking text|desc',
  notes:
    'note|notes|comment|comments|notiz|bemerkung|anmerkung|kommentar|remarque|notas|nota|opmerking|uwagi|terms and conditions',
  reference:
    'reference|ref|payment reference|code reference|referenz|zahlungsreferenz|kundenreferenz|reference client|referencia|riferimento|referentie|kenmerk|referencja|check number|cheque number|customer reference|bill reference',
  account:
    'account|account name|ledger account|account full name|konto|kontoname|sachkonto|compte|nom du compte|cuenta|conto|rekening|grootboekrekening|conta|other account|gegenkonto',
  accountCode:
    'account code|account number|account no|nominal code|kontonummer|kontonr|numero de compte|numero compte|compte num|codigo cuenta|codice conto|rekeningnummer|numer konta|codigo da conta',
  bankAccount:
    'bank account|bank account number|iban|account iban|auftragskonto|own account|iban kontonummer|compte bancaire|cuenta bancaria|conto corrente|rachunek|rekening iban',
  journal: 'journal|bank journal|journal name',
  debit:
    'debit|soll|debe|dare|debet|wn|money out|paid out|withdrawal|withdrawals|belastung|lastschrift|af|uscite|debito|spent',
  credit: 'credit|haben|haber|avere|credito|ma|money in|paid in|deposit|deposits|gutschrift|bij|entrate|received|avoir',
  amount:
    'amount|value|change|betrag|umsatz|montant|importe|importo|bedrag|kwota|valor|amount eur|betrag eur|amount gbp|amount usd|posting amount',
  balance:
    'balance|running balance|saldo|kontostand|solde|saldo contabile|stan konta|current balance|historical balance|closing balance|saldo na mutatie',
  quantity: 'quantity|qty|units|menge|anzahl|quantite|cantidad|quantita|aantal|ilosc|quantidade|line quantity',
  unitPrice:
    'unit price|price|rate per unit|sales price|public price|list price|einzelpreis|preis|verkaufspreis|prix unitaire|prix|precio unitario|precio|prezzo unitario|prezzo|stukprijs|prijs|cena|cena jednostkowa|preco unitario|preco',
  cost: 'cost|cost price|purchase price|einkaufspreis|prix d achat|coste|costo|inkoopprijs|koszt|custo',
  lineDescription:
    'line description|item description|invoice lines description|invoice lines label|lines description|positionstext|position|line text',
  lineTotal:
    'line total|line amount|invoice lines subtotal|invoice lines total|positionsbetrag|amount line|lines amount',
  item: 'item|product|product name|item name|artikel|produkt|article|produit|articulo|producto|articolo|prodotto|product service|invoice lines product',
  name: 'name|full name|display name|nom|nombre|nome|naam|nazwa|bezeichnung|tax name|firma|firmenname|raison sociale|razon social|ragione sociale|bedrijfsnaam|complete name|title|titel',
  short:
    'code|sku|internal reference|default code|item code|product code|artikelnummer|artikelnr|kurzel|article code|codigo|codice|kod|nummer|numer|n article|party code',
  type: 'type|account type|kind|typ|art|kontoart|tipo|rodzaj|soort|categorie|product type|user type|type name',
  email:
    'email|e mail|email address|mail|e mail adresse|courriel|adresse email|correo|correo electronico|posta elettronica|emailadres|adres e mail',
  phone: 'phone|telephone|phone number|mobile|telefon|telefonnummer|tel|telefono|telefoon|telefone',
  taxNumber:
    'tax id|vat number|vat id|tax number|vat no|ust id|ust idnr|umsatzsteuer id|steuernummer|numero tva|tva intracommunautaire|nif|cif|nif cif|partita iva|p iva|btw nummer|nip|nif contribuinte|tax identifier|vat registration number|tva intra',
  registration:
    'registration number|company number|company registry|handelsregisternummer|siren|siret|kvk nummer|kvk|regon|codice fiscale',
  street:
    'street|address|address line 1|address 1|strasse|anschrift|adresse|rue|direccion|calle|indirizzo|adres|straat|ulica|endereco|street address',
  street2: 'street 2|street2|address line 2|address 2|adresszusatz|complement|complement adresse',
  city: 'city|town|ort|stadt|ville|ciudad|poblacion|citta|comune|plaats|stad|woonplaats|miasto|miejscowosc|cidade|localidade',
  zip: 'zip|postal code|postcode|zip code|plz|postleitzahl|code postal|codigo postal|cap|kod pocztowy',
  region: 'region|state province|bundesland|provincia|provincie|county|wojewodztwo',
  country: 'country|country code|land|pays|pais|paese|kraj|nation|country name',
  rate: 'rate|tax rate|percentage|percent|vat rate|steuersatz|satz|taux|tipo iva|aliquota|tarief|stawka|taxa|tax computation amount',
  entry:
    'txnidx|entry|entry number|journal entry|transaction number|transaction id|transaction|move|move number|buchungsnummer|buchungsnr|ecriture|piece|asiento|registrazione|boekstuk|dowod|txn id|voucher|entry no|post number|ecriturenum|piece number',
};

const meanings = new Map<string, string[]>();
for (const [meaning, list] of Object.entries(headings))
  for (const heading of list.split('|')) {
    const known = meanings.get(plain(heading)) ?? [];
    if (!known.includes(meaning)) meanings.set(plain(heading), [...known, meaning]);
  }

/**
 * What a heading can mean, the most likely first. `Betrag (EUR)` means what `Betrag` means; `Lines/Account` is about
 * lines, `Partner/Name` about the partner.
 */
export function meaningsOf(heading: string): string[] {
  const parts = heading
    .split(/[/]|(?<=\w)\.(?=\w)/)
    .map((part) => part.trim())
    .filter(Boolean);
  const whole = plain(heading.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')).replace(/_/g, ' ');
  const found =
    meanings.get(whole) ?? meanings.get(plain(heading)) ?? meanings.get(whole.replace(/ (eur|usd|gbp|chf|pln)$/, ''));
  if (found) return found;
  const isIdOfOther =
    parts.length > 1 &&
    /^(id|external id|name|rec name|record name|complete name|display name|party|code)$/i.test(
      (parts.at(-1) ?? '').replaceAll('_', ' '),
    );
  return parts.length > 1 ? meaningsOf(isIdOfOther ? parts.slice(0, -1).join('/') : (parts.at(-1) ?? '')) : [];
}
