import { describe, expect, test } from 'vitest'
import { secretIn, withoutSecrets } from '../../../src/core/text/text.ts'
import { secretSamples, slackToken } from '../../support/fixtures/secret-samples.ts'

const surroundings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `a sea shanty about ${secret} and the captain`,
  (secret) => `the key is:${secret}, sung twice`,
  (secret) => `\`${secret}\``,
  (secret) => `"${secret}"`,
  (secret) => `(${secret})`,
  (secret) => `TOKEN=${secret}`,
  (secret) => `first line\n${secret}\nlast line`,
  (secret) => `first line\v${secret}`,
  (secret) => [...secret].join('\u200b'),
]

/** The parts of a secret that would still give it away. */
const tellingParts = (secret: string): readonly string[] =>
  secret.split(/[\s/.:=-]+/).filter((part) => part.length >= 20)

describe('a secret is known by its spelling', () => {
  test.each(secretSamples)('%s: %s', (what, secret) => {
    for (const surrounded of surroundings) {
      const text = surrounded(secret)
      expect(secretIn(text)).toBe(what)
      const masked = withoutSecrets(text)
      expect(masked).toContain('[secret]')
      expect(secretIn(masked)).toBeUndefined()
      for (const part of tellingParts(secret)) expect(masked).not.toContain(part)
    }
  })

  test.each(secretSamples)('in JSON too, which stays JSON: %s: %s', (_, secret) => {
    const json = JSON.stringify({ text: `one\n${secret}\n"two"`, rest: 'three' })
    const masked = withoutSecrets(json)
    expect(secretIn(masked)).toBeUndefined()
    expect(JSON.parse(masked)).toMatchObject({ text: expect.stringMatching(/^one\n/), rest: 'three' })
  })

  test('each time it appears', () => {
    expect(withoutSecrets(`${slackToken} and ${slackToken}`)).toBe('[secret] and [secret]')
  })
})

const innocent: readonly string[] = [
  ...[
    'a sea shanty about compilers',
    'lo-fi hip hop, 90 bpm, no vocals',
    'Xoxo, gossip girl',
    'XOXO-hugs-and-kisses-from-your-best-friend-forever',
    'xoxs-to-all-of-my-friends-and-family-tonight',
    'xoxb is not how one writes a kiss',
    'xapp-1 is a strange name for a band',
    'ask-admin-for-the-key-and-open-up-the-door-tonight',
    'task-proj-2026-spring-album-demo-version-two',
    'a risk-ant-and-grasshopper-fable-in-seven-verses',
    'sk8er boi, sk-8er boi, see you later boi',
    'disk_test_results1234567890123456 was the file',
    'sk_live_and_let_die',
    'I came from SLOVAKIAAAAAAAAAAAAAAAAAAAAAAAA!',
    'AKIA is a town in my dreams',
    'ASIAPACIFICSUMMERTOURNIGHTS live',
    'AIza, AIza, oh my AIza',
    'eyJ is no word, eyJeyJeyJ neither',
  ],
  ...[
    'npm_install my broken heart',
    'ghp_ is where my love began',
    'glpat-glpat goes the drum',
    'hf_la la la la la la la',
    'Begin, private key of my heart',
    '-----BEGIN SONG-----\nla la la\n-----END SONG-----',
    '-----BEGIN PUBLIC KEY-----',
    'the token of my love is a secret password',
    'password: swordfish',
    'Bearer of bad news',
    'my api key is lost',
    'SG. Wannabe. If you want my future',
    '1234567890: AA batteries not included',
    'Mississippi.Mississippi.Mississippi',
    'MyVeryLongNameOfAFavouriteBand.com',
    'pypi-AgE of aquarius',
  ],
  ...[
    'https://example.com/song.mp3',
    'https://example.com/a-very-long-name-of-a-song-that-never-ends-and-goes-on.mp3?download=1&ref=mail',
    'https://www.youtube.com/watch?v=jNQXAC9IVRw',
    'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT?si=8f1c3b5a7d9e4f60',
    'https://discord.gg/abc123',
    'https://discord.com/channels/123456789012345678/123456789012345678/123456789012345678',
    'https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=65d903de&is=65c68ede&hm=2481f30dd67f503f',
    'https://team.slack.com/archives/C0123456789/p1700000000000000',
    'https://hooks.slack.com is where webhooks live',
    'https://discord.com/api/webhooks is documented',
    '3f2akd7c.2',
    '123e4567-e89b-12d3-a456-426614174000',
    'd41d8cd98f00b204e9800998ecf8427e',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '<@123456789012345678> <#123456789012345678> <:note:123456789012345678>',
    'max.mustermann@example.com',
    '+49 30 901820, call me maybe',
    '00:01:02,500 --> 00:01:05,000',
  ],
  ...[
    'Am F C G | Am F C G | C#m7-F#7-Bmaj7-E7 | Dm7(b5)/A',
    'Verse 1:\nLeft, right, left, right\nChorus:\nOh oh oh oh ooooooooooooooooooooooooooooooh',
    'NANANANANANANANANANANANANANANANANANANANANANA BATMAN',
    'MMMBop.dabaduba.dopbadubadopbadubadopbadubadop',
    'do_re_mi_fa_so_la_ti_do_ti_la_so_fa_mi_re_do',
    'skskskskskskskskskskskskskskskskskskskskskskskskskskskskskskskssk',
    'Donaudampfschifffahrtsgesellschaftskapitänsmütze',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    '東京の夜、桜が散る',
    '🎵🎶 la-la-la 🎶🎵',
    'rk_test of a rocket, sk_test of a skate',
    'supercalifragilisticexpialidocious-supercalifragilisticexpialidocious',
  ],
]

describe('a text without a secret is left as it is', () => {
  test('of which there are many', () => expect(innocent.length).toBeGreaterThanOrEqual(60))

  test.each(innocent)('%j', (text) => {
    expect(secretIn(text)).toBeUndefined()
    expect(withoutSecrets(text)).toBe(text)
  })
})
