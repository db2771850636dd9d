"""Books for the live tests of Odoo, made with Odoo's own code. See start-odoo.sh.

setup                        users with API keys, a second company, a second bank with transfers, outstanding accounts
invoices --count N           N invoices in every state, a bill for every fifth, payments; real postings (0.2 s each)
bulk --count N               N invoices as SQL copies of a draft and of a posted invoice (thousands a second)
field --name x_NAME          a text field of invoices that this company has added
slow --count N               one transaction that creates N drafts and ends when the standard input ends
"""

import argparse
import sys
from contextlib import contextmanager
from datetime import date, timedelta

parser = argparse.ArgumentParser()
parser.add_argument("--lib", required=True)
parser.add_argument("--database", required=True)
parser.add_argument("step")
parser.add_argument("--count", type=int, default=0)
parser.add_argument("--name", default="")
own = sys.argv[1:sys.argv.index("--")]
args, place = parser.parse_args(own), sys.argv[sys.argv.index("--") + 1:]

sys.path.insert(0, args.lib)
import odoo  # noqa: E402
from odoo.fields import Command  # noqa: E402
from odoo.modules.registry import Registry  # noqa: E402

odoo.tools.config.parse_config(["-d", args.database, *place])
today = date.today()


@contextmanager
def books(**context):
    with Registry(args.database).cursor() as cr:
        env = odoo.api.Environment(cr, odoo.SUPERUSER_ID, {"tracking_disable": True, "mail_notrack": True, **context})
        yield env
        cr.commit()


def first(env, model, *domain):
    found = env[model].search(list(domain), limit=1, order="id")
    assert found, f"there is no {model} with {domain}"
    return found


def journal(env, kind):
    return first(env, "account.journal", ("type", "=", kind), ("company_id", "=", env.company.id))


def account(env, kind):
    return first(env, "account.account", ("account_type", "=", kind), ("company_ids", "in", env.company.id))


def make_user(env, login, groups):
    companies = env["res.company"].search([])
    user = env["res.users"].create({
        "name": login.capitalize(), "login": login, "email": f"{login}@books.example",
        "company_id": env.ref("base.main_company").id, "company_ids": [Command.set(companies.ids)],
        "group_ids": [Command.set([env.ref(name).id for name in groups])],
    })
    key = env["res.users.apikeys"].with_user(user).sudo()._generate("rpc", "tests", None)
    print(f"ODOO_{'KEY' if login == 'connector' else login.upper() + '_KEY'}={key}")


def use_outstanding_accounts(env):
    """Payments through the bank are booked at once; payments through the cash journal only by a bank statement."""
    codes = {"inbound": ("101402", "Outstanding Receipts"), "outbound": ("101403", "Outstanding Payments")}
    for direction, (code, name) in codes.items():
        found = env["account.account"].search([("code", "=", code), ("company_ids", "in", env.company.id)], limit=1)
        held = found or env["account.account"].create(
            {"code": code, "name": name, "account_type": "asset_current", "reconcile": True}
        )
        held.reconcile = True
        journal(env, "bank")[f"{direction}_payment_method_line_ids"].payment_account_id = held


def make_transfers(env):
    """A transfer is a line on each of two bank statements. Both are booked to the account for transfers."""
    second = env["account.journal"].create({"name": "Savings", "code": "SAV", "type": "bank"})
    between = env.company.transfer_account_id
    for at in range(4):
        lines = env["account.bank.statement.line"].create([
            {"journal_id": where.id, "date": today - timedelta(days=30 * at + 2), "amount": amount,
             "payment_ref": f"Transfer {at + 1}", "counterpart_account_id": between.id}
            for where, amount in ((journal(env, "bank"), -100.5 - at), (second, 100.5 + at))
        ])
        lines.move_id.line_ids.filtered(lambda line: line.account_id == between).reconcile()


def make_analytic(env):
    plan = first(env, "account.analytic.plan", ("parent_id", "=", False))
    for name in ("North", "South", "West"):
        env["account.analytic.account"].create({"name": name, "plan_id": plan.id, "company_id": env.company.id})


def orders(env, partner, product):
    for at in range(3):
        sale = env["sale.order"].create({
            "partner_id": partner.id,
            "order_line": [Command.create({"product_id": product.id, "product_uom_qty": 2 + at, "price_unit": 30})],
        })
        buy = env["purchase.order"].create({
            "partner_id": partner.id,
            "order_line": [Command.create({"product_id": product.id, "product_qty": 3 + at, "price_unit": 12.5})],
        })
        if at == 1:
            sale.action_confirm()
            buy.button_confirm()


def make_second_company(env):
    """The same kinds of records as in the first company. None of them may ever be read through the first."""
    euro = env.ref("base.EUR")
    euro.active = True
    company = env["res.company"].create({"name": "Other Books SARL", "currency_id": euro.id})
    env.user.company_ids |= company
    env["account.chart.template"].try_loading("generic_coa", company=company, install_demo=False)
    env = env(context=dict(env.context, allowed_company_ids=[company.id]))
    env.user.company_id = company
    make_analytic(env)
    use_outstanding_accounts(env)
    make_transfers(env)
    make = lambda name: env["res.partner"].create(
        {"name": name, "is_company": True, "company_id": company.id, "customer_rank": 1, "supplier_rank": 1}
    )
    partner = make("Secret Partner SARL")
    product = env["product.product"].create(
        {"name": "Secret product", "company_id": company.id, "type": "service", "list_price": 7}
    )
    orders(env, partner, product)
    for number in range(12):
        make_invoice(env, number, partner=partner, secret="Secret ")
    env.user.company_id = env.ref("base.main_company")


def step_setup():
    with books() as env:
        # A module that waits for one that is missing makes Odoo load everything again at every request.
        env.cr.execute("update ir_module_module set state = 'uninstalled' where state = 'to install'")
        # Files in the database: a clone of the database has no copy of a folder beside it.
        env["ir.config_parameter"].set_param("ir_attachment.location", "db")
        env["ir.attachment"].force_storage()
        main = env.ref("base.main_company")
        assert env.company == main
        euro = env.ref("base.EUR")
        euro.active = True
        if not euro.rate_ids:
            env["res.currency.rate"].create({"currency_id": euro.id, "name": "2020-01-01", "rate": 0.9})
        use_outstanding_accounts(env)
        make_transfers(env)
        make_analytic(env)
        orders(env, first(env, "res.partner", ("customer_rank", ">", 0)), first(env, "product.product"))
        make_second_company(env)
    with books() as env:
        accountant = ["base.group_user", "base.group_partner_manager", "account.group_account_user",
                      "account.group_account_manager", "analytic.group_analytic_accounting",
                      "product.group_product_manager", "sales_team.group_sale_salesman_all_leads",
                      "purchase.group_purchase_user"]
        make_user(env, "connector", accountant)
        make_user(env, "viewer", ["base.group_user"])


def invoice_values(env, kind, partner, day, lines, **more):
    sale = kind.startswith("out")
    tax = env.company.account_sale_tax_id if sale else env.company.account_purchase_tax_id
    held = account(env, "income" if sale else "expense")
    return {
        "move_type": kind, "partner_id": partner.id, "invoice_date": day, "company_id": env.company.id,
        "invoice_line_ids": [
            Command.create({"name": name, "quantity": quantity, "price_unit": price, "account_id": held.id,
                            "tax_ids": [Command.set(tax.ids if taxed else [])]})
            for name, quantity, price, taxed in lines
        ],
        **more,
    }


def pay(env, move, amount=None):
    context = {"active_model": "account.move", "active_ids": move.ids}
    values = {"journal_id": journal(env, "bank").id, "payment_date": today, **({"amount": amount} if amount else {})}
    env["account.payment.register"].with_context(**context).create(values).action_create_payments()


def make_invoice(env, number, partner, secret=""):
    """Of 20: 8 paid, 5 unpaid, 1 part-paid, 1 credit note, 1 in another currency, 3 drafts, 1 cancelled; 4 bills."""
    place_in = number % 20
    day = today - timedelta(days=(number * 7) % 300)
    lines = [(f"{secret}Work {number}", 1 + number % 3, 99.99 + number, True), ("Travel", 1.5, 40.01, False)]
    kind = "out_refund" if place_in == 14 else "out_invoice"
    other = env.ref("base.EUR") if env.company.currency_id.name == "USD" else env.ref("base.USD")
    more = {"currency_id": other.id} if place_in == 15 else {}
    move = env["account.move"].create(invoice_values(env, kind, partner, day, lines, **more))
    if place_in not in (16, 17, 18):
        move.action_post()
    if place_in < 8:
        pay(env, move)
    elif place_in == 13:
        pay(env, move, 10)
    elif place_in == 19:
        move.button_draft()
        move.button_cancel()
    if place_in % 5 == 0:
        bill_kind = "in_refund" if place_in == 10 else "in_invoice"
        values = invoice_values(env, bill_kind, partner, day, lines, ref=f"{secret}B-{number}")
        bill = env["account.move"].create(values)
        scan = {"name": f"{secret}scan {number}.pdf", "raw": f"%PDF-1.4 scan {number}".encode() * (1 + number)}
        env["ir.attachment"].create({**scan, "res_model": "account.move", "res_id": bill.id})
        if place_in != 15:
            bill.action_post()
        if place_in == 5:
            pay(env, bill)


def step_invoices():
    with books() as env:
        names = ("Aldine Books", "Brightwater Labs", "Cobalt Cycles", "Quarry Paper Co")
        partners = env["res.partner"].create([
            {"name": name, "is_company": True, "email": f"ap@{name.split()[0].lower()}.example", "street": "5 Quay Street",
             "city": "Leith", "zip": "EH6 6AA", "country_id": env.ref("base.uk").id, "customer_rank": 1, "supplier_rank": 1}
            for name in names
        ])
        for number in range(args.count):
            make_invoice(env, number, partners[number % len(partners)])
    with books() as env:
        env.cr.execute("analyze")


def columns(env, table, without):
    env.cr.execute("select column_name from information_schema.columns where table_name = %s", [table])
    return [name for (name,) in env.cr.fetchall() if name not in without]


def copy_moves(env, source, count, name):
    """Copies a move with its lines and the taxes of its lines. `name` is an SQL expression over n."""
    fixed = ("id", "name", "sequence_number", "invoice_origin", "access_token")
    moves = ", ".join(columns(env, "account_move", fixed))
    lines = columns(env, "account_move_line", ("id", "move_id", "move_name"))
    quoted = ", ".join(f'"{one}"' for one in lines)
    prefixed = ", ".join(f'l."{one}"' for one in lines)
    env.cr.execute(f"""
        with made as (
          insert into account_move (id, name, sequence_number, invoice_origin, {moves})
          select nextval('account_move_id_seq'), {name}, 100000 + n, 'BULK-' || n, {moves}
          from account_move, generate_series(1, %(count)s) n where id = %(source)s
          returning id, name
        ), numbered as (
          select nextval('account_move_line_id_seq') as line, l.id as old, m.id as move, m.name
          from account_move_line l cross join made m where l.move_id = %(source)s
        ), copied as (
          insert into account_move_line (id, move_id, move_name, {quoted})
          select n.line, n.move, n.name, {prefixed} from numbered n join account_move_line l on l.id = n.old
        )
        insert into account_move_line_account_tax_rel (account_move_line_id, account_tax_id)
        select n.line, r.account_tax_id from numbered n
        join account_move_line_account_tax_rel r on r.account_move_line_id = n.old
        """, {"count": count, "source": source.id})


def step_bulk():
    """Two thirds are drafts, one third is posted, with entries in the ledger."""
    with books() as env:
        of_company = ("company_id", "=", env.company.id), ("move_type", "=", "out_invoice")
        draft = first(env, "account.move", *of_company, ("state", "=", "draft"))
        posted = first(env, "account.move", *of_company, ("state", "=", "posted"), ("payment_state", "=", "not_paid"))
        third = args.count // 3
        copy_moves(env, draft, args.count - third, "null")
        copy_moves(env, posted, third, "'BULK/2026/' || (100000 + n)")
        env.cr.execute("analyze account_move")
        env.cr.execute("analyze account_move_line")


def step_field():
    with books() as env:
        model = first(env, "ir.model", ("model", "=", "account.move"))
        env["ir.model.fields"].create(
            {"name": args.name, "field_description": "Project", "model_id": model.id, "ttype": "char", "state": "manual"}
        )
    # The server that is running loads its models again.
    Registry(args.database).signal_changes()


def step_slow():
    with books() as env:
        partner = first(env, "res.partner", ("name", "=", "Aldine Books"))
        for number in range(args.count):
            values = invoice_values(env, "out_invoice", partner, today, [(f"Slow {number}", 1, 10, False)])
            env["account.move"].create(values)
        env.flush_all()
        print("begun", flush=True)
        sys.stdin.read()


globals()[f"step_{args.step}"]()
