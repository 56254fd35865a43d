import { secretSamples } from '../support/fixtures/secret-samples.ts'
import { type Input, inputs } from './input.ts'

const refused = (why: string, addresses: readonly string[]): readonly Input[] =>
  inputs(
    'address',
    why,
    addresses.map((address) => `transcribe clip:${address}`),
  )

/** Addresses that the audio service must not be sent to. All notations of hosts are in test/core/clip/public-host.test.ts. */
export const addressInputs: readonly Input[] = [
  ...refused("isn't on the public internet. Upload the file instead.\nNothing was charged.", [
    'http://localhost/a.mp3',
    'https://127.0.0.1/a.mp3',
    'https://0x7f.1/a.mp3',
    'https://2130706433/a.mp3',
    'https://１２７.0.0.1/a.mp3',
    'https://[::1]/a.mp3',
    'https://[::]/a.mp3',
    'https://[::ffff:127.0.0.1]/a.mp3',
    'https://[fe80::1]/a.mp3',
    'https://10.0.0.1/a.mp3',
    'https://192.168.1.1/a.mp3',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/a.mp3',
    'https://intranet/a.mp3',
    'https://a.local/a.mp3',
    'https://127.0.0.1#@cdn.example.com/a.mp3',
    'https://1.1.1.1.nip.io/a.mp3',
    'https://xn--/a.mp3',
    'https://a..b/a.mp3',
  ]),
  ...refused('Clip must be a link such as https://example.com/voice.mp3, without a password.', [
    'ftp://cdn.example.com/a.mp3',
    'javascript:alert(1)',
    'data:audio/mpeg;base64,AAAA',
    'gopher://cdn.example.com/a',
    'https://cdn.example.com:99999/a.mp3',
    'https://',
  ]),
  ...refused('is on your own device. Upload the file instead.', ['file:///etc/passwd']),
  ...refused('contains a username or password. Remove it, or upload the file.', [
    'https://user:pass@cdn.example.com/a.mp3',
    'https://user@cdn.example.com/a.mp3',
  ]),
  ...refused('includes a port number. Only port 443 is allowed.', ['https://cdn.example.com:22/a.mp3']),
  ...refused("isn't encrypted. Start it with https://, or upload the file.", [
    'http://cdn.example.com/a.mp3',
  ]),
  ...refused('Clip must be an audio file, a link, or a take such as 3f2akd7c.2.', [
    '//cdn.example.com/a.mp3',
  ]),
]

const fitting = secretSamples.filter(([, secret]) => secret.length < 300 && !secret.includes('\n'))

/** Tokens and keys, which nobody but their owner may see; each kind is told by its name. */
export const secretInputs: readonly Input[] = fitting.flatMap(([what, secret]) =>
  inputs('secret', `Prompt contains what looks like ${what}. Remove it.`, [`music a song about ${secret}`]),
)
