#!/usr/bin/python3
"""Fill a Tryton database (6.0 or 7.0) with a small but real set of books.

Steps, all safe to run again:

  setup     company, currencies, chart of accounts, fiscal years and sequences,
            taxes, payment terms, payment method, products, API users
            (through proteus, the Tryton scripting client)
  invoices  N customer invoices (+ N/5 supplier bills) in a fixed mix of states
            (through the server's own models, in bulk, in this process)
  slow      N draft invoices in ONE transaction that lasts S seconds: their
            timestamps say when it began, and they are invisible until it ends
  bulk      N draft invoices copied from one draft with plain SQL: thousands a
            second, PostgreSQL only, for paging and throughput tests

Use /usr/bin/python3: Debian installs trytond for the system interpreter only.

  tryton-seed.py --config C --uri postgresql://u@127.0.0.1:15442/tryton setup
  tryton-seed.py --config C --uri ... invoices --count 50
"""
import argparse
import datetime as dt
import json
import os
import sys
import time
import warnings
from decimal import Decimal

warnings.simplefilter('ignore')

COMPANY = "Harbour Lane Trading Ltd"
USERS = {
    # login: (display name, password, groups given as (module, xml id))
    'connector': ("API connector", 'Quay7-lamp4Oz', [
        ('account', 'group_account'), ('account', 'group_account_admin'),
        ('party', 'group_party_admin'), ('product', 'group_product_admin')]),
    'viewer': ("No accounting rights", 'Mist9-ropeUx3', []),
    }
CUSTOMERS = [
    "Aldine Books", "Brightwater Clinic", "Cobalt Cycles", "Dunes Hotel",
    "Ember Coffee", "Fjord Fisheries", "Granite Gym", "Hollow Tree Films",
    "Iris Optics", "Juniper Nursery", "Kestrel Couriers", "Łódź Électronique"]
SUPPLIERS = ["Quarry Paper Co", "Riverside Power", "Stone & Sons Freight"]
PRODUCTS = [  # name, list price, service?
    ("Consulting hour", '120.0000', True),
    ("Support plan", '49.5000', True),
    ("Sensor kit", '310.2500', False),
    ("Cable 3 m", '7.9900', False)]


def parse():
    p = argparse.ArgumentParser()
    p.add_argument('--config', required=True)
    p.add_argument('--uri', required=True, help="URI ending in /database")
    p.add_argument('--today', help="YYYY-MM-DD, default the real date")
    sub = p.add_subparsers(dest='step', required=True)
    sub.add_parser('setup')
    inv = sub.add_parser('invoices')
    inv.add_argument('--count', type=int, default=50)
    inv.add_argument('--days', type=int, default=300,
        help="spread invoice dates over this many days up to today")
    inv.add_argument('--batch', type=int, default=200)
    inv.add_argument('--drafts', action='store_true',
        help="drafts only, no bills: several times faster, for paging tests")
    inv.add_argument('--print', dest='render', action='store_true',
        help="render the invoice document on posting, as the server does")
    slow = sub.add_parser('slow')
    slow.add_argument('--count', type=int, default=40)
    slow.add_argument('--seconds', type=float, default=20)
    bulk = sub.add_parser('bulk')
    bulk.add_argument('--count', type=int, default=5000)
    a = p.parse_args()
    a.today = (dt.date.fromisoformat(a.today) if a.today else dt.date.today())
    return a


# ---------------------------------------------------------------- setup
def setup(config, today):
    from proteus import Model, Wizard

    Company = Model.get('company.company')
    User = Model.get('res.user')
    Data = Model.get('ir.model.data')
    Sequence = Model.get('ir.sequence')
    Strict = Model.get('ir.sequence.strict')
    SequenceType = Model.get('ir.sequence.type')

    def by_xml(model, module, fs_id):
        row, = Data.find([('module', '=', module), ('fs_id', '=', fs_id)])
        return Model.get(model)(row.db_id)

    # Currencies. The rate is "units per one unit of the base (rate 1)".
    Currency = Model.get('currency.currency')
    currency = {}
    for code, name, symbol, rate in [
            ('USD', "US Dollar", '$', '1.0'), ('EUR', "Euro", '€', '0.9')]:
        found = Currency.find([('code', '=', code)])
        if found:
            currency[code] = found[0]
            continue
        c = Currency(name=name, symbol=symbol, code=code,
            rounding=Decimal('0.01'), digits=2)
        r = c.rates.new()
        r.date, r.rate = dt.date(2000, 1, 1), Decimal(rate)
        c.save()
        currency[code] = c

    # Company (the wizard also makes it the admin's current company).
    if not Company.find([]):
        Party = Model.get('party.party')
        party = Party(name=COMPANY)
        party.addresses[0].street = "1 Harbour Lane"
        party.addresses[0].city = "Portsmouth"
        party.save()
        wizard = Wizard('company.company.config')
        wizard.execute('company')
        wizard.form.party = party
        wizard.form.currency = currency['USD']
        wizard.execute('add')
    company, = Company.find([], limit=1)
    config._context = User.get_preferences(True, {})

    # Chart of accounts, from the template the account module ships.
    Account = Model.get('account.account')
    if not Account.find([('company', '=', company.id)], limit=1):
        chart = Wizard('account.create_chart')
        chart.execute('account')
        chart.form.company = company
        chart.form.account_template = by_xml(
            'account.account.template', 'account', 'account_template_root_en')
        chart.execute('create_account')

        def first(kind):
            return Account.find([('type.' + kind, '=', True),
                    ('party_required', '=', True),
                    ('company', '=', company.id)], limit=1)[0]
        chart.form.account_receivable = first('receivable')
        chart.form.account_payable = first('payable')
        chart.execute('create_properties')
        for n, name in enumerate([
                    "Main Receivable", "Main Payable", "Main Revenue",
                    "Main Expense", "Main Cash", "Main Tax"]):
            a, = Account.find([('name', '=', name)])
            a.code = str(1000 * (n + 1))
            a.save()

    def account(name):
        return Account.find(
            [('name', '=', name), ('company', '=', company.id)])[0]

    # Fiscal years: last, this, next. Each has a move sequence and strict
    # (gapless) invoice sequences, and twelve monthly periods.
    FiscalYear = Model.get('account.fiscalyear')
    move_type, = SequenceType.find([('name', '=', "Account Move")])
    invoice_type, = SequenceType.find([('name', '=', "Invoice")])
    for year in (today.year - 1, today.year, today.year + 1):
        if FiscalYear.find([('name', '=', str(year))]):
            continue
        fy = FiscalYear(name=str(year), company=company)
        fy.start_date = dt.date(year, 1, 1)
        fy.end_date = dt.date(year, 12, 31)
        moves = Sequence(name="Moves %d" % year, sequence_type=move_type,
            company=company)
        moves.save()
        fy.post_move_sequence = moves
        row, = fy.invoice_sequences
        for field, prefix in [
                ('out_invoice_sequence', 'INV'),
                ('out_credit_note_sequence', 'CRN'),
                ('in_invoice_sequence', 'BILL'),
                ('in_credit_note_sequence', 'BCN')]:
            s = Strict(name="%s %d" % (prefix, year), company=company,
                sequence_type=invoice_type, padding=5,
                prefix="%s-%d-" % (prefix, year))
            s.save()
            setattr(row, field, s)
        fy.save()
        fy.click('create_period')

    # Taxes.
    Tax = Model.get('account.tax')
    taxes = {}
    for name, rate in [("VAT 20%", '0.20'), ("VAT 5%", '0.05')]:
        found = Tax.find([('name', '=', name)])
        if not found:
            t = Tax(name=name, description=name, type='percentage',
                rate=Decimal(rate), company=company)
            t.invoice_account = t.credit_note_account = account("Main Tax")
            t.save()
            found = [t]
        taxes[rate] = found[0]

    # Payment terms and one payment method.
    Term = Model.get('account.invoice.payment_term')
    for name, days in [("Immediate", 0), ("Net 30 days", 30)]:
        if not Term.find([('name', '=', name)]):
            term = Term(name=name)
            line = term.lines.new()
            line.type = 'remainder'
            delta = line.relativedeltas.new()
            delta.days = days
            term.save()
    Method = Model.get('account.invoice.payment.method')
    Journal = Model.get('account.journal')
    if not Method.find([]):
        m = Method(name="Bank", company=company)
        m.journal, = Journal.find([('type', '=', 'cash')], limit=1)
        m.debit_account = m.credit_account = account("Main Cash")
        m.save()

    # Products need an accounting category.
    Category = Model.get('product.category')
    Template = Model.get('product.template')
    Uom = Model.get('product.uom')
    found = Category.find([('name', '=', "Sales")])
    if not found:
        cat = Category(name="Sales", accounting=True)
        cat.account_revenue = account("Main Revenue")
        cat.account_expense = account("Main Expense")
        cat.customer_taxes.append(taxes['0.20'])
        cat.save()
        found = [cat]
    unit, = Uom.find([('name', '=', "Unit")])
    for name, price, service in PRODUCTS:
        if Template.find([('name', '=', name)]):
            continue
        t = Template(name=name, default_uom=unit,
            type='service' if service else 'goods')
        t.list_price = Decimal(price)
        t.account_category = found[0]
        t.save()

    # Parties.
    Party = Model.get('party.party')
    net30, = Term.find([('name', '=', "Net 30 days")])
    for n, name in enumerate(CUSTOMERS + SUPPLIERS):
        if Party.find([('name', '=', name)]):
            continue
        p = Party(name=name)
        p.customer_payment_term = p.supplier_payment_term = net30
        p.addresses[0].street = "%d Mill Road" % (n + 1)
        p.addresses[0].city = "Bristol"
        p.addresses[0].postal_code = "BS%d 1AA" % (n + 1)
        slug = ''.join(c for c in name.lower() if 'a' <= c <= 'z')
        for kind, value in [('email', "ap@%s.example" % slug),
                ('website', "https://%s.example" % slug)]:
            mech = p.contact_mechanisms.new()
            mech.type, mech.value = kind, value
        p.save()

    # API users.
    for login, (name, password, groups) in USERS.items():
        if User.find([('login', '=', login)]):
            continue
        u = User(name=name, login=login, password=password)
        for module, fs_id in groups:
            u.groups.append(by_xml('res.group', module, fs_id))
        u.companies.append(Company(company.id))
        u.company = Company(company.id)
        u.save()


# ------------------------------------------------------------- invoices
def plan(i):
    """State of the i-th customer invoice: a fixed cycle of twenty."""
    return ('paid', 'posted', 'paid', 'draft', 'paid',
        'partial', 'posted', 'paid', 'validated', 'credit',
        'paid', 'eur', 'posted', 'paid', 'draft',
        'paid', 'posted', 'cancelled', 'paid', 'posted')[i % 20]


def invoices(
        pool, database, user, today, count, days, batch, render, drafts):
    from trytond.worker import run_task

    Invoice = pool.get('account.invoice')
    if not render:
        # Posting renders an OpenDocument file for every invoice; skip it.
        Invoice.print_invoice = lambda self: None
    done = {}
    made = 0
    while made < count:
        n = min(batch, count - made)

        def run(tx):
            User = pool.get('res.user')
            ctx = User.get_preferences(context_only=True)
            with tx.set_context(ctx, _skip_warnings=True):
                one_batch(pool, today, n, days, done, drafts)
        tx = in_transaction(database, user, run)
        while tx.tasks:
            run_task(pool, tx.tasks.pop())
        made += n
    return done


def in_transaction(database, user, run):
    """In 7.0, an error says what to lock, and the work is done again."""
    from trytond import transaction
    error = getattr(transaction, 'TransactionError', ())
    extras = {}
    while True:
        with transaction.Transaction().start(database, user, **extras) as tx:
            try:
                run(tx)
                tx.commit()
                return tx
            except error as e:
                tx.rollback()
                e.fix(extras)


def one_batch(pool, today, n, days, done, drafts):
    Invoice = pool.get('account.invoice')
    Line = pool.get('account.move.line')
    Party = pool.get('party.party')
    Product = pool.get('product.product')
    Account = pool.get('account.account')
    Currency = pool.get('currency.currency')
    Method = pool.get('account.invoice.payment.method')
    Tax = pool.get('account.tax')
    Company = pool.get('company.company')

    company, = Company.search([], limit=1)
    method, = Method.search([], limit=1)
    products = Product.search([('template.name', 'in',
                [p[0] for p in PRODUCTS])], order=[('id', 'ASC')])
    parties = {p.name: p for p in Party.search(
            [('name', 'in', CUSTOMERS + SUPPLIERS)])}
    usd, = Currency.search([('code', '=', 'USD')])
    eur, = Currency.search([('code', '=', 'EUR')])
    expense, = Account.search([('name', '=', "Main Expense")])
    vat, = Tax.search([('name', '=', "VAT 20%")])

    # Strict sequences refuse an invoice dated before the last numbered one.
    floor = today - dt.timedelta(days=days)
    last = Invoice.search([('type', '=', 'out'), ('number', '!=', None)],
        order=[('invoice_date', 'DESC')], limit=1)
    if last and last[0].invoice_date:
        floor = max(floor, last[0].invoice_date)

    offset = Invoice.search([('type', '=', 'out')], count=True)
    span = (today - floor).days
    new, kinds = [], []
    for k in range(n):
        i = offset + k
        kind = 'draft' if drafts else plan(i)
        date = today - dt.timedelta(days=int(span * (n - 1 - k) / max(1, n)))
        party = parties[CUSTOMERS[i % len(CUSTOMERS)]]
        inv = Invoice(**Invoice.default_get(
                list(Invoice._fields), with_rec_name=False))
        inv.company, inv.type = company, 'out'
        inv.on_change_type()
        inv.party = party
        inv.on_change_party()
        set_account(inv)
        inv.currency = eur if kind == 'eur' else usd
        inv.invoice_date = date
        inv.reference = "PO-%05d" % (i + 1)
        inv.description = "Order %d" % (i + 1)
        inv.lines = [
            out_line(pool, inv, products[(i + j) % len(products)],
                (-1 if kind == 'credit' else 1) * (1 + (i * 7 + j * 3) % 9))
            for j in range(1 + i % 3)]
        new.append(inv)
        kinds.append(kind)
    Invoice.save(new)
    Invoice.update_taxes(new)

    def of(*names):
        return [v for v, k in zip(new, kinds) if k in names]
    Invoice.validate_invoice(of('validated'))
    Invoice.cancel(of('cancelled'))
    Invoice.post(of('paid', 'posted', 'partial', 'credit', 'eur'))

    for inv in of('paid'):
        inv = Invoice(inv.id)
        when = min(today, inv.invoice_date + dt.timedelta(days=14))
        lines = inv.pay_invoice(inv.total_amount, method, when, "Payment")
        Line.reconcile(list(inv.lines_to_pay) + lines)
    for inv in of('partial'):
        inv = Invoice(inv.id)
        when = min(today, inv.invoice_date + dt.timedelta(days=7))
        half = usd.round(inv.total_amount / 2)
        inv.pay_invoice(half, method, when, "Part payment")

    # Supplier bills: one for every five invoices.
    bills = []
    for k in range(0 if drafts else n // 5):
        i = offset + k
        date = today - dt.timedelta(days=int(span * (n // 5 - 1 - k)
                / max(1, n // 5)))
        bill = Invoice(**Invoice.default_get(
                list(Invoice._fields), with_rec_name=False))
        bill.company, bill.type = company, 'in'
        bill.on_change_type()
        bill.party = parties[SUPPLIERS[i % len(SUPPLIERS)]]
        bill.on_change_party()
        set_account(bill)
        bill.currency, bill.invoice_date = usd, date
        bill.reference = "SUP-%05d" % (i + 1)
        line = new_line(pool, bill)
        line.quantity, line.unit_price = 1, Decimal(25 + 10 * (i % 7))
        line.account, line.taxes = expense, [vat]
        line.description = "Purchase %d" % (i + 1)
        bill.lines = [line]
        bills.append(bill)
    Invoice.save(bills)
    Invoice.update_taxes(bills)
    Invoice.post([b for k, b in enumerate(bills) if k % 3])

    for k in kinds:
        done[k] = done.get(k, 0) + 1
    done['bills'] = done.get('bills', 0) + len(bills)


def set_account(invoice):
    # In 7.0, on_change_party has set the account.
    if hasattr(type(invoice), 'on_change_with_account'):
        invoice.account = invoice.on_change_with_account()


def new_line(pool, invoice):
    Line = pool.get('account.invoice.line')
    line = Line(**Line.default_get(list(Line._fields), with_rec_name=False))
    line.invoice_type = invoice.type
    line.company, line.currency = invoice.company, invoice.currency
    line.party = invoice.party
    return line


def out_line(pool, invoice, product, quantity):
    line = new_line(pool, invoice)
    line.product, line.quantity = product, quantity
    line.unit = product.default_uom
    line.unit_price = product.list_price
    line.account = product.account_revenue_used
    line.taxes = product.customer_taxes_used
    line.description = product.name
    return line


# ----------------------------------------------------------------- slow
def slow(pool, database, user, today, count, seconds):
    from trytond.transaction import Transaction
    with Transaction().start(database, user) as tx:
        ctx = pool.get('res.user').get_preferences(context_only=True)
        with tx.set_context(ctx, _skip_warnings=True):
            for k in range(count):
                one_batch(pool, today, 1, 1, {}, drafts=True)
                if not k:
                    print('begun', flush=True)
                time.sleep(seconds / count)
        tx.commit()
    return {'slow': count}


# ----------------------------------------------------------------- bulk
def bulk(pool, database, user, count):
    """Copy one draft invoice, its lines and its tax lines, N times in SQL."""
    from trytond.transaction import Transaction
    with Transaction().start(database, user) as tx:
        with tx.connection.cursor() as cur:
            def one(query, *args):
                cur.execute(query, args)
                return cur.fetchone()[0]

            def columns(table, *skip):
                cur.execute("SELECT column_name FROM information_schema.columns"
                    " WHERE table_schema = 'public' AND table_name = %s"
                    " ORDER BY ordinal_position", (table,))
                return [c for c, in cur if c not in ('id',) + skip]

            def top(table):
                return one('SELECT COALESCE(MAX(id), 0) FROM ' + table)

            model = one("SELECT i.id FROM account_invoice i"
                " JOIN account_invoice_tax t ON t.invoice = i.id"
                " WHERE i.state = 'draft' AND i.type = 'out'"
                " ORDER BY i.id LIMIT 1")
            base = top('account_invoice')
            cols = columns('account_invoice', 'reference', 'create_date',
                'write_date', 'write_uid')
            names = ', '.join('"%s"' % c for c in cols)
            cur.execute("INSERT INTO account_invoice (id, reference,"
                " create_date, %s) SELECT %%s + g, 'BULK-' ||"
                " lpad(g::text, 7, '0'), CURRENT_TIMESTAMP, %s"
                " FROM account_invoice CROSS JOIN generate_series(1, %%s) g"
                " WHERE id = %%s" % (names, names), (base, count, model))
            line_base = top('account_invoice_line')
            for table in ('account_invoice_line', 'account_invoice_tax'):
                start = top(table)
                width = one('SELECT COUNT(*) FROM %s WHERE invoice = %%s'
                    % table, model)
                names = ', '.join('"%s"' % c for c in columns(table, 'invoice'))
                cur.execute("INSERT INTO %s (id, invoice, %s)"
                    " SELECT %%s + (g - 1) * %%s + n, %%s + g, %s FROM"
                    " (SELECT *, row_number() OVER (ORDER BY id) n FROM %s"
                    "  WHERE invoice = %%s) t"
                    " CROSS JOIN generate_series(1, %%s) g"
                    % (table, names, names, table),
                    (start, width, base, model, count))
            width = one('SELECT COUNT(*) FROM account_invoice_line'
                ' WHERE invoice = %s', model)
            cur.execute("INSERT INTO account_invoice_line_account_tax"
                " (line, tax) SELECT %s + (g - 1) * %s + l.n, x.tax FROM"
                " (SELECT id, row_number() OVER (ORDER BY id) n"
                "  FROM account_invoice_line WHERE invoice = %s) l"
                " JOIN account_invoice_line_account_tax x ON x.line = l.id"
                " CROSS JOIN generate_series(1, %s) g",
                (line_base, width, model, count))
            for table in ('account_invoice', 'account_invoice_line',
                    'account_invoice_tax'):
                cur.execute("SELECT setval('%s_id_seq', %d)"
                    % (table, top(table)))
        tx.commit()
    return {'bulk': count}


def main():
    args = parse()
    began = time.time()
    # proteus wants the whole URI here, not just a database name.
    os.environ.pop('TRYTOND_DATABASE_URI', None)
    from proteus import config as pconfig
    config = pconfig.set_trytond(args.uri, user='admin',
        config_file=args.config)
    if args.step == 'setup':
        setup(config, args.today)
        out = {'company': COMPANY, 'users': {
                k: v[1] for k, v in USERS.items()}}
    elif args.step == 'slow':
        out = slow(config.pool, config.database_name, config.user,
            args.today, args.count, args.seconds)
    elif args.step == 'bulk':
        out = bulk(config.pool, config.database_name, config.user, args.count)
    else:
        out = invoices(config.pool, config.database_name, config.user,
            args.today, args.count, args.days, args.batch, args.render,
            args.drafts)
    out['seconds'] = round(time.time() - began, 2)
    json.dump(out, sys.stdout)
    print()


if __name__ == '__main__':
    main()
