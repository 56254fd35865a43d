import { describe, expect, test } from 'vitest'
import { isDiscordFile, readLink, signedUntilMs } from '../../../src/core/clip/link.ts'
import { fileOrigins } from '../../support/fixtures/file-origins.ts'

// 0x65d903de seconds, the example of https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
const signedMs = 0x65d903de * 1000
const own = { ...fileOrigins, audio: ['http://127.0.0.1:8701', 'https://cdn.example:8443'] }
const read = (typed: string, nowMs = signedMs - 1) => readLink('Clip', typed, { fileOrigins: own, nowMs })
const problem = (typed: string, nowMs?: number): string => {
  const result = read(typed, nowMs)
  return result?.ok === false ? result.problem : JSON.stringify(result)
}

describe('an address that the audio service may fetch is stored as it is normalised', () => {
  test.each([
    ['https://example.com/a.mp3', 'https://example.com/a.mp3'],
    ['  https://example.com/a.mp3\n', 'https://example.com/a.mp3'],
    ['HTTPS://EXAMPLE.com:443/A b.mp3?x=1&y=2#t', 'https://example.com/A%20b.mp3?x=1&y=2#t'],
    ['https://example.com./a.mp3', 'https://example.com/a.mp3'],
    ['https://example。com/a.mp3', 'https://example.com/a.mp3'],
    ['https://ｅxample．com/a.mp3', 'https://example.com/a.mp3'],
    ['https://müsik.example/a.mp3', 'https://xn--msik-0ra.example/a.mp3'],
    ['https://example.com/x/../a.mp3', 'https://example.com/a.mp3'],
    ['https://1.1.1.1/a.mp3', 'https://1.1.1.1/a.mp3'],
    ['https://0x01010101/a.mp3', 'https://1.1.1.1/a.mp3'],
    ['https://172.32.0.1/a.mp3', 'https://172.32.0.1/a.mp3'],
    ['https://[2606:4700::1111]/a.mp3', 'https://[2606:4700::1111]/a.mp3'],
    [
      'https://ec2-54-12-3-4.compute.amazonaws.com/a.mp3',
      'https://ec2-54-12-3-4.compute.amazonaws.com/a.mp3',
    ],
    ['https://v10-0-0-1.example.com/a.mp3', 'https://v10-0-0-1.example.com/a.mp3'],
    ['https://mix-10-05-20-24.example.com/a.mp3', 'https://mix-10-05-20-24.example.com/a.mp3'],
    ['https://10-2-3-4--mysite.example.com/a.mp3', 'https://10-2-3-4--mysite.example.com/a.mp3'],
    ['https://audio-ssl.itunes.apple.com/a.m4a', 'https://audio-ssl.itunes.apple.com/a.m4a'],
    ['https://local.example.com/a.mp3', 'https://local.example.com/a.mp3'],
    // Pages of a video site are a form that the service supports.
    ['https://www.youtube.com/watch?v=jNQXAC9IVRw', 'https://www.youtube.com/watch?v=jNQXAC9IVRw'],
    ['https://soundcloud.com/a/b', 'https://soundcloud.com/a/b'],
    ['http://127.0.0.1:8701/results/a.mp3', 'http://127.0.0.1:8701/results/a.mp3'],
    ['https://cdn.example:8443/a.mp3', 'https://cdn.example:8443/a.mp3'],
    [
      'https://files.slack.com/files-pri/T1-F1/a.mp3?pub_secret=abc',
      'https://files.slack.com/files-pri/T1-F1/a.mp3?pub_secret=abc',
    ],
    [
      'https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=65d903de&is=65c68ede&hm=24',
      'https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=65d903de&is=65c68ede&hm=24',
    ],
    ['https://cdn.discordapp.com/soundboard-sounds/1', 'https://cdn.discordapp.com/soundboard-sounds/1'],
  ])('%j', (typed, url) => {
    expect(read(typed)).toEqual({ ok: true, url })
  })
})

test.each([
  'song.mp3',
  '',
  '3f2akd7c.2',
  'ftp://example.com/a.mp3',
  'javascript:alert(1)',
  'https://',
  'https://a b/',
])('anything but a link is left to the field: %j', (typed) => {
  expect(read(typed)).toBeUndefined()
})

describe('an address of another network than the internet is refused', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '127.0.0.1.',
      '１２７．０．０．１',
      '127。0。0。1',
    ],
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '100.127.255.255',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.9.9', '198.51.100.1'],
    ...['203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::7f00:1]', '[64:ff9b::7f00:1]'],
    ...['[64:ff9b:1::1]', '[100::1]', '[fc00::1]', '[fdff::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
    ...['[2001::1]', '[2001:10::1]', '[2001:db8::1]', '[2002:7f00:1::]', '[3fff::1]', '[4000::1]'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'studio', 'a.localhost', 'printer.local', 'printer.local.'],
    ...[
      'metadata.google.internal',
      'nas.lan',
      'router.home.arpa',
      'wiki.corp',
      'a.test',
      'a.onion',
      'example.com..',
    ],
    ...[
      '127.0.0.1.nip.io',
      '7f000001.nip.io',
      'app-10-0-0-1.nip.io',
      '10-0-0-1.sslip.io',
      '--1.sslip.io',
      'nip.io.',
    ],
    ...[
      'localtest.me',
      'a.lvh.me',
      '10.0.0.1.example.com',
      '10-0-0-1.example.com',
      '192.168.0.1.example.com',
    ],
  ])('%s', (host) => {
    expect(problem(`https://${host}/a.mp3`)).toMatch(
      /^Clip: https:\/\/\S+ isn't on the public internet\. Upload the file instead\.$/,
    )
  })

  test('whatever its scheme and port, and named as it was understood', () => {
    expect(problem('http://0x7f000001:6379/a.mp3')).toBe(
      "Clip: http://127.0.0.1:6379/a.mp3 isn't on the public internet. Upload the file instead.",
    )
  })

  test.each(['http://127.0.0.1:8702/a.mp3', 'https://127.0.0.1:8701/a.mp3', 'http://localhost:8701/a.mp3'])(
    'unless the operator named that very origin for files: %s',
    (typed) => {
      expect(problem(typed)).toContain("isn't on the public internet")
    },
  )
})

describe('an address that is refused is named with the rule and the mend', () => {
  test.each([
    [
      'http://example.com/a.mp3',
      "Clip: http://example.com/a.mp3 isn't encrypted. Start it with https://, or upload the file.",
    ],
    [
      'http://example.com:443/a.mp3',
      "Clip: http://example.com:443/a.mp3 isn't encrypted. Start it with https://, or upload the file.",
    ],
    ...[22, 80, 6379, 8443].map((port) => [
      `https://example.com:${port}/a.mp3`,
      `Clip: https://example.com:${port}/a.mp3 includes a port number. Only port 443 is allowed. Upload the file instead.`,
    ]),
    ...['me:secret@', 'me@', ':secret@'].map((who) => [
      `https://${who}example.com/a.mp3?token=secret`,
      'Clip: https://example.com/a.mp3 contains a username or password. Remove it, or upload the file.',
    ]),
    [
      'https://me:secret@cdn.example:8443/a.mp3',
      'Clip: https://cdn.example:8443/a.mp3 contains a username or password. Remove it, or upload the file.',
    ],
  ])('%s', (typed, text) => {
    expect(problem(typed)).toBe(text)
  })

  test('but not in full where it is long', () => {
    const text = problem(`http://example.com/${'a'.repeat(1_500)}.mp3`)
    expect(text).toContain('http://example.com/aaa')
    expect(text.length).toBeLessThan(200)
  })
})

describe('an address that nobody but its own chat or player can read is refused', () => {
  test.each([
    'https://files.slack.com/files-pri/T1-F1/a.mp3',
    'https://files.slack.com/files-pri/T1-F1/download/a.mp3?pub=1',
    'https://team.slack.com/files/U1/F1/a.mp3',
    'https://team.enterprise.slack.com/files/U1/F1/a.mp3',
  ])('a file of Slack: %s', (typed) => {
    expect(problem(typed)).toMatch(
      /^Clip: https:\S+ is a private Slack file.+Upload the file, or use the menu/,
    )
  })

  test.each([
    'https://discord.com/channels/1/2/3',
    'https://ptb.discord.com/channels/@me/2/3',
    'https://canary.discord.com/channels/1/2/3',
    'https://discordapp.com/channels/1/2/3',
    'https://team.slack.com/archives/C1/p1700000000000000?thread_ts=1',
    'https://app.slack.com/client/T1/C1',
  ])('a message: %s', (typed) => {
    expect(problem(typed)).toMatch(
      /is a message, not a file\. Upload the file, or use that message's menu\.$/,
    )
  })

  test.each([
    ['over', 'https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=65d903de&is=1&hm=2', signedMs],
    ['without a signature', 'https://media.discordapp.net/attachments/1/2/a.ogg', 0],
    ['without a time', 'https://cdn.discordapp.com/ephemeral-attachments/1/2/a.ogg?ex=zz', 0],
  ])('a file of Discord, %s', (_, typed, nowMs) => {
    expect(problem(typed, nowMs)).toMatch(/a\.ogg has expired on Discord\. Upload the file, or use the menu/)
  })

  test.each([
    ['https://example.com/band.wma?x=1', "Clip: https://example.com/band.wma: WMA files can't be used."],
    ['https://example.com/a%20b.CAF', "Clip: https://example.com/a%20b.CAF: CAF files can't be used."],
    ['https://example.com/cover.jpg', "Clip: https://example.com/cover.jpg isn't a readable audio file"],
  ])('a file of a kind that is not taken: %s', (typed, text) => {
    expect(problem(typed)).toContain(text)
  })

  test.each([
    'https://open.spotify.com/track/1',
    'https://music.apple.com/de/album/1',
    'https://listen.tidal.com/1',
  ])('a page of a player: %s', (typed) => {
    expect(problem(typed)).toMatch(/^Clip: https:\S+ only plays on its own site\. Upload a file instead\.$/)
  })

  test.each([
    'https://drive.google.com/file/d/1a2b/view?usp=sharing',
    'https://drive.google.com/open?id=1a2b',
    'https://drive.google.com/drive/u/0/folders/1a2b',
    'https://docs.google.com/document/d/1a2b/edit',
    'https://www.dropbox.com/scl/fo/1a2b/band?rlkey=secret&dl=1',
    'https://www.dropbox.com/home/band.mp3',
    'https://1drv.ms/u/s!A1b2',
    'https://onedrive.live.com/?cid=1&id=2',
    'https://band-my.sharepoint.com/:u:/g/personal/max/E1?e=a1',
    'https://we.tl/t-1a2b',
    'https://wetransfer.com/downloads/1a/2b',
    'https://band.wetransfer.com/downloads/1a/2b',
    'https://www.icloud.com/iclouddrive/0ab#band',
    'https://app.box.com/s/1a2b',
    'https://band.app.box.com/s/1a2b',
    'https://band.box.com/v/demo',
    'https://mega.nz/file/1a#2b',
    'http://mega.nz/file/1a#2b',
  ])('a page of a file store: %s', (typed) => {
    const { protocol, host, pathname } = new URL(typed)
    expect(problem(typed)).toBe(
      `Clip: ${protocol}//${host}${pathname} is a page, not a file. Download the file and upload it here.`,
    )
  })

  test.each([
    ['https://www.dropbox.com/s/1a/band.mp3?dl=0', 'Change dl=0 in the link to dl=1'],
    ['https://dropbox.com/scl/fi/1a/band.mp3?rlkey=b&dl=0', 'Change dl=0 in the link to dl=1'],
    ['https://www.dropbox.com/scl/fi/1a/band.mp3?rlkey=b', 'Add &dl=1 to the end of the link'],
    ['https://www.dropbox.com/s/1a/band.mp3', 'Add ?dl=1 to the end of the link'],
  ])('a page of Dropbox, whose address can be made the file: %s', (typed, mend) => {
    const { host, pathname } = new URL(typed)
    expect(problem(typed)).toBe(
      `Clip: https://${host}${pathname} is a page, not a file. ${mend}, or upload the file.`,
    )
  })
})

test.each([
  'https://www.dropbox.com/s/1a/band.mp3?dl=1',
  'https://www.dropbox.com/scl/fi/1a/band.mp3?rlkey=b&raw=1',
  'https://www.dropbox.com/s/dl/1a/band.mp3',
  'https://dl.dropboxusercontent.com/s/1a/band.mp3',
  'https://drive.google.com/uc?export=download&id=1a2b',
  'https://docs.google.com/uc?export=download&id=1a2b',
  'https://drive.usercontent.google.com/download?id=1a2b',
  'https://onedrive.live.com/download?cid=1&resid=2',
  'https://band.sharepoint.com/:u:/s/demo/E1?e=a1&download=1',
  'https://band.sharepoint.com/_layouts/15/download.aspx?share=E1',
  'https://download.wetransfer.com/eu/1a/band.mp3?token=1',
  'https://app.box.com/shared/static/1a2b.mp3',
  'https://notmega.nz/band.mp3',
  'https://xbox.com/s/band.mp3',
])('the address of a file in a file store is taken: %s', (typed) => {
  expect(read(typed)).toEqual({ ok: true, url: typed })
})

test.each([
  ['https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=65d903de', signedMs],
  ['https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=-1', undefined],
  ['https://cdn.discordapp.com/attachments/1/2/a.ogg', undefined],
  ['no address', undefined],
])('the end of a signed address is read: %s', (address, endMs) => {
  expect(signedUntilMs(address)).toBe(endMs)
})

test.each([
  ['https://cdn.discordapp.com/attachments/1/2/a.ogg', true],
  ['https://cdn.discordapp.com/%61ttachments/1/2/a.ogg', true],
  ['https://cdn.discordapp.com//attachments/1/2/a.ogg', true],
  ['https://cdn.discordapp.com/%2Fattachments%2F1/2/a.ogg', true],
  ['https://cdn.discordapp.com/x%2F..%2Fattachments/1/2/a.ogg', true],
  ['https://cdn.discordapp.com/%E0%A4%A/1/2/a.ogg', true],
  ['https://elsewhere.example/%E0%A4%A/1/2/a.ogg', false],
  ['https://cdn.discordapp.com/avatars/1/a.png', false],
  ['https://cdn.discordapp.com.example/attachments/1/2/a.ogg', false],
  ['no address', false],
])('a file of Discord is known: %s', (address, is) => {
  expect(isDiscordFile(address)).toBe(is)
})
