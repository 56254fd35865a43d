import { describe, expect, test } from 'vitest'
import { readLink } from '../../../src/core/clip/link.ts'
import { isPublicAddress, isPublicHost } from '../../../src/core/clip/public-host.ts'
import { fileOrigins } from '../../support/fixtures/file-origins.ts'

// Every way that we know to write an address inside somebody's network, or a name that leads there. Registries:
// https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry

const read = (typed: string) => readLink('Clip', typed, { fileOrigins, nowMs: 0 })
const problem = (typed: string): string => {
  const result = read(typed)
  return result?.ok === false ? result.problem : JSON.stringify(result)
}
const notPublic = (host: string): string =>
  `Clip: https://${host}/a.mp3 isn't on the public internet. Upload the file instead.`

/** By the host as it is written, the host as it is understood. */
type Notations = readonly (readonly [written: string, understood: string, what: string])[]

const loopback: Notations = [
  ['127.0.0.1', '127.0.0.1', 'loopback'],
  ['127.0.0.1.', '127.0.0.1', 'a trailing dot'],
  ['127.255.255.254', '127.255.255.254', 'all of 127/8'],
  ['127.1', '127.0.0.1', 'two parts'],
  ['127.0.1', '127.0.0.1', 'three parts'],
  ['2130706433', '127.0.0.1', 'decimal'],
  ['0x7f000001', '127.0.0.1', 'hexadecimal'],
  ['0X7F000001', '127.0.0.1', 'hexadecimal in capitals'],
  ['0x7f.1', '127.0.0.1', 'hexadecimal and short'],
  ['0x7f.0x0.0x0.0x1', '127.0.0.1', 'hexadecimal parts'],
  ['017700000001', '127.0.0.1', 'octal'],
  ['0177.0.0.1', '127.0.0.1', 'an octal part'],
  ['0177.0.0.01', '127.0.0.1', 'octal parts'],
  ['0x7f.0.0.01', '127.0.0.1', 'mixed'],
  ['１２７．０．０．１', '127.0.0.1', 'full-width digits and dots'],
  ['127。0。0。1', '127.0.0.1', 'ideographic full stops'],
  ['127｡0｡0｡1', '127.0.0.1', 'half-width ideographic full stops'],
  ['①②⑦.0.0.1', '127.0.0.1', 'circled digits'],
  ['127.0.\u00ad0.1', '127.0.0.1', 'a soft hyphen'],
  ['127.0.\u200b0.1', '127.0.0.1', 'a zero-width space'],
  ['%31%32%37.0.0.1', '127.0.0.1', 'percent-encoded digits'],
  ['127%2e0%2e0%2e1', '127.0.0.1', 'percent-encoded dots'],
  ['127.\t0.0.1', '127.0.0.1', 'a tab'],
  ['127.0.\n0.1', '127.0.0.1', 'a line break'],
  ['localhost', 'localhost', 'a name'],
  ['LOCALHOST', 'localhost', 'capitals'],
  ['localhost.', 'localhost', 'a trailing dot'],
  ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost', 'circled letters'],
  ['ｌｏｃａｌｈｏｓｔ', 'localhost', 'full-width letters'],
  ['local\u00adhost', 'localhost', 'a soft hyphen'],
  ['%6cocalhost', 'localhost', 'a percent-encoded letter'],
  ['a.localhost', 'a.localhost', 'a name below it'],
  ['localhost.localdomain', 'localhost.localdomain', 'its long form'],
]

const v4: Notations = [
  ['0.0.0.0', '0.0.0.0', 'this host'],
  ['0', '0.0.0.0', 'this host, short'],
  ['0.1.2.3', '0.1.2.3', 'this network'],
  ['10.0.0.1', '10.0.0.1', 'private'],
  ['10.1', '10.0.0.1', 'private, short'],
  ['167772161', '10.0.0.1', 'private, decimal'],
  ['100.64.0.1', '100.64.0.1', 'CGNAT'],
  ['100.100.100.200', '100.100.100.200', 'metadata of Alibaba'],
  ['100.127.255.255', '100.127.255.255', 'the last of CGNAT'],
  ['168.63.129.16', '168.63.129.16', 'metadata of Azure'],
  ['169.254.0.1', '169.254.0.1', 'link-local'],
  ['169.254.169.254', '169.254.169.254', 'metadata'],
  ['2852039166', '169.254.169.254', 'metadata, decimal'],
  ['0xa9fea9fe', '169.254.169.254', 'metadata, hexadecimal'],
  ['0251.0376.0251.0376', '169.254.169.254', 'metadata, octal'],
  ['169.254.43518', '169.254.169.254', 'metadata in three parts'],
  ['169.254.170.2', '169.254.170.2', 'metadata of containers'],
  ['172.16.0.1', '172.16.0.1', 'private'],
  ['172.31.255.255', '172.31.255.255', 'the last of 172.16/12'],
  ['192.0.0.1', '192.0.0.1', 'protocol assignments'],
  ['192.0.0.192', '192.0.0.192', 'metadata of Oracle'],
  ['192.0.2.1', '192.0.2.1', 'documentation'],
  ['192.88.99.1', '192.88.99.1', '6to4 relays'],
  ['192.168.1.1', '192.168.1.1', 'private'],
  ['192.168.257', '192.168.1.1', 'private in three parts'],
  ['198.18.0.1', '198.18.0.1', 'benchmarking'],
  ['198.19.255.255', '198.19.255.255', 'the last of benchmarking'],
  ['198.51.100.7', '198.51.100.7', 'documentation'],
  ['203.0.113.9', '203.0.113.9', 'documentation'],
  ['224.0.0.1', '224.0.0.1', 'multicast'],
  ['239.255.255.250', '239.255.255.250', 'multicast'],
  ['240.0.0.1', '240.0.0.1', 'reserved'],
  ['255.255.255.255', '255.255.255.255', 'broadcast'],
  ['4294967295', '255.255.255.255', 'broadcast, decimal'],
]

const v6: Notations = [
  ['[::]', '[::]', 'unspecified'],
  ['[::1]', '[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', '[::1]', 'loopback in full'],
  ['[0000:0000:0000:0000:0000:0000:0000:0001]', '[::1]', 'loopback with zeros'],
  ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'mapped'],
  ['[::FFFF:7F00:1]', '[::ffff:7f00:1]', 'mapped, in capitals'],
  ['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', 'metadata, mapped'],
  ['[::ffff:1.1.1.1]', '[::ffff:101:101]', 'mapped, though public'],
  ['[::127.0.0.1]', '[::7f00:1]', 'compatible'],
  ['[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]', 'translated'],
  ['[64:ff9b::10.0.0.1]', '[64:ff9b::a00:1]', 'NAT64'],
  ['[64:ff9b:1::1]', '[64:ff9b:1::1]', 'local NAT64'],
  ['[2002:7f00:1::]', '[2002:7f00:1::]', '6to4 of 127.0.0.1'],
  ['[2002:a00:1::1]', '[2002:a00:1::1]', '6to4 of 10.0.0.1'],
  ['[2001::1]', '[2001::1]', 'Teredo'],
  ['[2001:0:53aa:64c:0:5efe:a00:1]', '[2001:0:53aa:64c:0:5efe:a00:1]', 'Teredo'],
  ['[2606:4700::5efe:10.0.0.1]', '[2606:4700::5efe:a00:1]', 'ISATAP'],
  ['[2606:4700::200:5efe:a00:1]', '[2606:4700::200:5efe:a00:1]', 'ISATAP of a public address'],
  ['[2001:2::1]', '[2001:2::1]', 'benchmarking'],
  ['[2001:10::1]', '[2001:10::1]', 'ORCHID'],
  ['[2001:20::1]', '[2001:20::1]', 'ORCHID'],
  ['[2001:db8::1]', '[2001:db8::1]', 'documentation'],
  ['[3fff::1]', '[3fff::1]', 'documentation'],
  ['[3fff:fff:ffff::1]', '[3fff:fff:ffff::1]', 'the last of documentation'],
  ['[5f00::1]', '[5f00::1]', 'segment routing'],
  ['[100::1]', '[100::1]', 'discard only'],
  ['[fc00::1]', '[fc00::1]', 'unique local'],
  ['[fd00:ec2::254]', '[fd00:ec2::254]', 'metadata'],
  ['[fd20:ce::254]', '[fd20:ce::254]', 'metadata of Google'],
  ['[fe80::1]', '[fe80::1]', 'link-local'],
  ['[febf::1]', '[febf::1]', 'the last of link-local'],
  ['[fec0::1]', '[fec0::1]', 'site-local'],
  ['[ff02::1]', '[ff02::1]', 'multicast'],
  ['[ff0e::1]', '[ff0e::1]', 'multicast of all'],
  ['[4000::1]', '[4000::1]', 'unassigned'],
]

const names: Notations = [
  ['studio', 'studio', 'a single label'],
  ['redis', 'redis', 'a single label'],
  ['kubernetes', 'kubernetes', 'a single label'],
  ['com', 'com', 'a top-level name'],
  ['example.com..', 'example.com.', 'two trailing dots'],
  ['.example.com', '.example.com', 'a leading dot'],
  ['example..com', 'example..com', 'an empty label'],
  ['metadata.google.internal', 'metadata.google.internal', 'metadata'],
  ['METADATA.google.Internal.', 'metadata.google.internal', 'metadata in capitals'],
  ['metadata.goog', 'metadata.goog', 'metadata'],
  ['metadata', 'metadata', 'metadata, short'],
  ['instance-data.ec2.internal', 'instance-data.ec2.internal', 'metadata'],
  ['metadata.tencentyun.com', 'metadata.tencentyun.com', 'metadata'],
  ['host.docker.internal', 'host.docker.internal', 'a host of containers'],
  ['api.default.svc', 'api.default.svc', 'a service of a cluster'],
  ['api.default.svc.cluster.local', 'api.default.svc.cluster.local', 'a service of a cluster'],
  ['redis.service.consul', 'redis.service.consul', 'a service'],
  ['printer.local', 'printer.local', 'multicast DNS'],
  ['nas.lan', 'nas.lan', 'a home'],
  ['router.home.arpa', 'router.home.arpa', 'a home'],
  ['router.home', 'router.home', 'a home'],
  ['fritz.box', 'fritz.box', 'a home'],
  ['wiki.corp', 'wiki.corp', 'a company'],
  ['mail.mail', 'mail.mail', 'a company'],
  ['wiki.intranet', 'wiki.intranet', 'a company'],
  ['db.private', 'db.private', 'a company'],
  ['pc.workgroup', 'pc.workgroup', 'a company'],
  ['nas.tail1234.ts.net', 'nas.tail1234.ts.net', 'a private network'],
  ['1.0.0.127.in-addr.arpa', '1.0.0.127.in-addr.arpa', 'reverse DNS'],
  ['a.test', 'a.test', 'reserved'],
  ['a.invalid', 'a.invalid', 'reserved'],
  ['a.alt', 'a.alt', 'reserved'],
  ['a.onion', 'a.onion', 'an onion service'],
  ['a.i2p', 'a.i2p', 'a hidden service'],
  ['127.0.0.1.nip.io', '127.0.0.1.nip.io', 'the address in the name'],
  ['7f000001.nip.io', '7f000001.nip.io', 'the address in the name'],
  ['app-10-0-0-1.nip.io', 'app-10-0-0-1.nip.io', 'the address in the name'],
  ['1-1-1-1.sslip.io', '1-1-1-1.sslip.io', 'the address in the name'],
  ['--1.sslip.io', '--1.sslip.io', 'the address in the name'],
  ['10.0.0.1.xip.io', '10.0.0.1.xip.io', 'the address in the name'],
  ['192-168-0-1.abc.plex.direct', '192-168-0-1.abc.plex.direct', 'the address in the name'],
  ['7f000001.c0a80001.rbndr.us', '7f000001.c0a80001.rbndr.us', 'two addresses by turns'],
  ['make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms', 'make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms', 'by turns'],
  ['localtest.me', 'localtest.me', 'this machine'],
  ['a.lvh.me', 'a.lvh.me', 'this machine'],
  ['a.vcap.me', 'a.vcap.me', 'this machine'],
  ['a.lndo.site', 'a.lndo.site', 'this machine'],
  ['10.0.0.1.example.com', '10.0.0.1.example.com', 'a private address in any name'],
  ['169-254-169-254.example.com', '169-254-169-254.example.com', 'a private address in any name'],
]

describe.each([
  ['the machine itself', loopback],
  ['IPv4', v4],
  ['IPv6', v6],
  ['names', names],
])('a clip that is not on the public internet is refused in every notation of %s', (_, notations) => {
  test.each(notations)('%j is %s: %s', (written, understood) => {
    expect(problem(`https://${written}/a.mp3`)).toBe(notPublic(understood))
  })
})

test('the tables have at least eighty notations, each once', () => {
  const all = [...loopback, ...v4, ...v6, ...names].map(([written]) => written)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThanOrEqual(80)
})

describe('what only looks like a public host is refused for what it is', () => {
  test.each([
    'https://example.com@10.0.0.1/a.mp3',
    'https://example.com%40@10.0.0.1/a.mp3',
    'https://example.com:443@127.1/a.mp3',
    'https://1.1.1.1@[::1]/a.mp3',
  ])('a name or password before it: %s', (typed) => {
    expect(problem(typed)).toMatch(/contains a username or password/)
  })

  test('a backslash ends a host, as a slash does', () => {
    expect(problem('https://10.0.0.1\\@example.com/a.mp3')).toMatch(
      /10\.0\.0\.1.* isn't on the public internet/,
    )
    const url = 'https://example.com/@10.0.0.1/a.mp3'
    expect(read('https://example.com\\@10.0.0.1/a.mp3')).toEqual({ ok: true, url })
  })

  test.each([
    ['https:10.0.0.1/a.mp3', '10.0.0.1'],
    ['https:/10.0.0.1/a.mp3', '10.0.0.1'],
    ['https:///10.0.0.1/a.mp3', '10.0.0.1'],
    ['https:\\\\10.0.0.1\\a.mp3', '10.0.0.1'],
    ['https:/\\10.0.0.1/a.mp3', '10.0.0.1'],
    ['ht\ntps://10.0.0.1/a.mp3', '10.0.0.1'],
    ['\u0000https://10.0.0.1/a.mp3', '10.0.0.1'],
  ])('%j', (typed, host) => {
    expect(problem(typed)).toBe(notPublic(host))
  })

  test.each([
    'https://[fe80::1%25eth0]/a.mp3',
    'https://[fe80::1%eth0]/a.mp3',
    'https://[::1/a.mp3',
    'https://::1/a.mp3',
    'https://127.0.0.1.1/a.mp3',
    'https://256.0.0.1/a.mp3',
    'https://0x7f.0x.example.0x1/a.mp3',
    'https://10.0.0.1%00.example.com/a.mp3',
    'https://exa mple.com/a.mp3',
  ])('%s is no address at all, or is refused', (typed) => {
    expect(read(typed)?.ok ?? false).toBe(false)
  })
})

describe('a public host is taken', () => {
  test.each([
    ['1.1.1.1', '1.1.1.1'],
    ['0x01010101', '1.1.1.1'],
    ['000127.0.0.1', '87.0.0.1'],
    ['9.255.255.255', '9.255.255.255'],
    ['11.0.0.1', '11.0.0.1'],
    ['100.63.255.255', '100.63.255.255'],
    ['100.128.0.1', '100.128.0.1'],
    ['128.0.0.1', '128.0.0.1'],
    ['168.63.129.17', '168.63.129.17'],
    ['169.253.1.1', '169.253.1.1'],
    ['172.15.0.1', '172.15.0.1'],
    ['172.32.0.1', '172.32.0.1'],
    ['192.0.1.1', '192.0.1.1'],
    ['192.167.1.1', '192.167.1.1'],
    ['198.17.0.1', '198.17.0.1'],
    ['198.20.0.1', '198.20.0.1'],
    ['223.255.255.255', '223.255.255.255'],
    ['[2606:4700::1111]', '[2606:4700::1111]'],
    ['[2001:200::1]', '[2001:200::1]'],
    ['[2001:4860:4860::8888]', '[2001:4860:4860::8888]'],
    ['[3fff:1000::1]', '[3fff:1000::1]'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['ｅxample．com', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['localhost.example.com', 'localhost.example.com'],
    ['local.example.com', 'local.example.com'],
    ['notnip.io', 'notnip.io'],
    ['internal.de', 'internal.de'],
    ['8.8.8.8.example.com', '8.8.8.8.example.com'],
  ])('%j as %s', (written, understood) => {
    expect(read(`https://${written}/a.mp3`)).toEqual({ ok: true, url: `https://${understood}/a.mp3` })
  })
})

describe('an address that a name leads to', () => {
  const isAddress = ([, understood]: Notations[number]) => /^\[|^[\d.]+$/.test(understood)
  const inside = [...loopback, ...v4, ...v6]
    .filter(isAddress)
    .map(([, understood]) => understood.replaceAll(/[[\]]/g, ''))
    .filter((address) => address !== '::ffff:101:101')

  test.each([...new Set(inside)])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::FFFF:169.254.169.254',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    'fe80::1%eth0',
    '::1%lo',
    '',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
  ])('is not public, or is none: %j', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1', '::ffff:101:101', '64:ff9b::1.1.1.1'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('is public exactly if it may be given as a host, but for IPv4 in IPv6', () => {
    for (const address of ['8.8.8.8', '10.0.0.1', '2606:4700::1111', 'fd00::1', '2002:a00:1::1'])
      expect(isPublicHost(address.includes(':') ? `[${address}]` : address)).toBe(isPublicAddress(address))
  })
})
