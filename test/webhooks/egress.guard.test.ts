import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { createEgressGuard, EgressRefused } from '../../src/outbound/egress-guard.ts';

const guard = createEgressGuard({ allowed: [] });
const refusal = (text: string, { refusal: refuses } = guard) => refuses(new URL(text));

const forbiddenIpv4 = [
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['loopback', '127.0.0.1', '127.255.255.254'],
  ['link-local, where clouds keep credentials', '169.254.169.254'],
  ['the host of a cloud machine', '168.63.129.16'],
  ['unspecified and this network', '0.0.0.0', '0.1.2.3'],
  ['carrier NAT', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['protocol assignments and relay', '192.0.0.1', '192.88.99.1'],
  ['benchmarking', '198.18.0.1', '198.19.255.255'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ['multicast', '224.0.0.1', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.1', '255.255.255.255'],
] as const;

const forbiddenIpv6 = [
  ['unspecified and loopback', '::', '::1'],
  ['link-local and site-local', 'fe80::1', 'febf::1', 'fec0::1'],
  ['unique local, where clouds keep credentials', 'fc00::1', 'fd00:ec2::254'],
  ['multicast', 'ff02::1', 'ff0e::1'],
  ['documentation', '2001:db8::1', '3fff::1'],
  ['benchmarking, ORCHID, Teredo', '2001:2::1', '2001:20::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['IPv4-mapped, public ones too', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::10.0.0.1', '::127.0.0.1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['6to4', '2002:7f00:1::1', '2002:a00:1::1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b::7f00:1'],
  ['NAT64 of a local prefix', '64:ff9b:1::8.8.8.8'],
] as const;

for (const [kind, ...addresses] of forbiddenIpv4) {
  test(`IPv4, ${kind}: rejected as a literal and as the answer of a name server`, async () => {
    for (const address of addresses) {
      assert.match(refusal(`https://${address}/hooks`) ?? 'accepted', /not a public address/, address);
      await assert.rejects(resolved([address]), EgressRefused, address);
    }
  });
}

for (const [kind, ...addresses] of forbiddenIpv6) {
  test(`IPv6, ${kind}: rejected as a literal and as the answer of a name server`, async () => {
    for (const address of addresses) {
      assert.match(refusal(`https://[${address}]/hooks`) ?? 'accepted', /not a public address/, address);
      await assert.rejects(resolved([address]), EgressRefused, address);
    }
  });
}

test('public addresses, also right next to the forbidden ranges, are allowed', async () => {
  const ipv4 = ['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'];
  ipv4.push('169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '223.255.255.255');
  for (const address of [...ipv4, '8.8.8.8']) {
    assert.equal(refusal(`http://${address}/`), undefined, address);
    assert.deepEqual(await resolved([address]), [{ address, family: 4 }]);
  }
  for (const address of ['2606:4700::1111', '2a00:1450::1', '2001:200::1', '64:ff9b::8.8.8.8']) {
    assert.equal(refusal(`http://[${address}]/`), undefined, address);
    assert.deepEqual(await resolved([address]), [{ address, family: 6 }]);
  }
});

test('a forbidden address is recognized in every spelling that a URL may have', () => {
  const spellings = ['2130706433', '0x7f000001', '017700000001', '127.1', '127.0.1', '0x7f.0.0.1', '0177.0.0.01'];
  spellings.push('127.0.0.1.', '127.1.', '%31%32%37.0.0.1', '127。0。0。1', '１２７.0.0.1', '0', '0x0', '3232235777');
  spellings.push('0xa9fea9fe', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]');
  for (const host of spellings) {
    assert.match(refusal(`http://${host}:8080/x`) ?? 'accepted', /not a public address/, host);
  }
});

test('names of the local machine are rejected before they are resolved', () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.b.localhost', 'ｌocalhost']) {
    assert.match(refusal(`http://${host}/`) ?? 'accepted', /localhost/, host);
  }
  assert.equal(refusal('http://localhost.example.com/'), undefined);
});

test('only http and https are allowed, without user name, password or port 0', () => {
  for (const url of ['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'ws://example.com/']) {
    assert.match(refusal(url) ?? 'accepted', /start with https/, url);
  }
  assert.match(refusal('https://user@example.com/') ?? '', /user name/);
  assert.match(refusal('https://:secret@example.com/') ?? '', /password/);
  assert.match(refusal('https://example.com:0/') ?? '', /port 0/);
  assert.equal(refusal('https://example.com:8443/a?b=c'), undefined);
});

test('the allow-list allows its ranges and nothing else', async () => {
  const open = createEgressGuard({ allowed: ['127.0.0.0/8', '10.1.2.3/32', 'fd12::/16'] });
  for (const host of ['127.0.0.1', '127.9.9.9', '10.1.2.3', '[fd12::1]', 'localhost', '0x7f.1']) {
    assert.equal(refusal(`http://${host}/`, open), undefined, host);
  }
  for (const host of ['10.1.2.4', '[fd13::1]', '[::1]', '[::ffff:127.0.0.1]', '192.168.0.1']) {
    assert.ok(refusal(`http://${host}/`, open), host);
  }
  const mapped = createEgressGuard({ allowed: ['::ffff:127.0.0.1/128'] });
  assert.equal(refusal('http://[::ffff:127.0.0.1]/', mapped), undefined);
  assert.ok(refusal('http://127.0.0.1/', mapped));
});

test('a name with one forbidden address among public ones is rejected', async () => {
  await assert.rejects(resolved(['8.8.8.8', '10.0.0.1']), /resolves to 10\.0\.0\.1, which is not a public address/);
  await assert.rejects(resolved(['2606:4700::1111', '::1']), EgressRefused);
  await assert.rejects(resolved(['8.8.8.8', 'not an address']), EgressRefused);
});

test('a socket gets addresses of the family that it asks for, one or all', async () => {
  const both = ['8.8.8.8', '2606:4700::1111'];
  assert.deepEqual(await resolved(both, { all: true, family: 6 }), [{ address: '2606:4700::1111', family: 6 }]);
  assert.deepEqual(await resolved(both, { all: false, family: 'IPv6' }), '2606:4700::1111');
  assert.deepEqual(await resolved(both, { all: false }), '8.8.8.8');
  await assert.rejects(resolved(['8.8.8.8'], { all: true, family: 6 }), /no address/);
});

test('a connection goes to the address that was checked: the name is not resolved again', async () => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  let asked = 0;
  const { lookup } = createEgressGuard({
    allowed: ['127.0.0.0/8'],
    resolve: async () => answers[asked++] ?? ['169.254.169.254'],
  });
  const reach = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const socket = connect({ host: 'rebind.test', port: (server.address() as AddressInfo).port, lookup });
      socket.on('connect', () => {
        resolve(socket.remoteAddress);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  assert.equal(await reach(), '127.0.0.1');
  assert.equal(asked, 1);
  await assert.rejects(reach(), EgressRefused);
  server.close();
});

test('names are resolved by name servers, those without a dot by the system', async () => {
  const { lookup } = createEgressGuard({ allowed: ['127.0.0.0/8', '::1/128'] });
  const found = await new Promise<unknown>((resolve, reject) => {
    lookup('localhost', { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
  assert.ok((found as { address: string }[]).some(({ address }) => ['127.0.0.1', '::1'].includes(address)));
});

function resolved(addresses: string[], options: { all: boolean; family?: 6 | 'IPv6' } = { all: true }) {
  const { lookup } = createEgressGuard({ allowed: [], resolve: async () => addresses });
  return new Promise<unknown>((resolve, reject) => {
    lookup('consumer.test', options, (error, found) => (error ? reject(error) : resolve(found)));
  });
}
