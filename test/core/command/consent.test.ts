import { describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { clip } from '../../../src/core/clip/clip-field.ts'
import {
  answerButton,
  type ConsentAnswer,
  type ConsentMode,
  type ConsentRules,
  consentModes,
  decideConsent,
  ownerOf,
  ownersOf,
  permissionName,
  usualConsent,
  withPermission,
} from '../../../src/core/command/consent.ts'
import { optional, text } from '../../../src/core/fields/field-builders.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'

const requester = 'max'
const fileOrigins = { audio: ['https://songs.example'], discord: ['https://cdn.example'], slack: [] }

const upload = (by: string | undefined, name = 'band.wav'): Clip => ({
  kind: 'upload',
  platform: 'discord',
  url: `https://cdn.example/${name}`,
  name,
  bytes: 5,
  message: undefined,
  by,
})
const given = (one: Clip, field = 'clip') => ({ field, label: 'Clip', clip: one })

interface Row {
  rules: ConsentRules
  isVoice: boolean
  /** Whose clip it is: `nobody` knows. */
  owner: 'nobody' | 'requester' | 'other'
  answer: ConsentAnswer | undefined
  isPermitted: boolean
}

const by = { nobody: undefined, requester, other: 'mia' } as const

const decide = ({ rules, isVoice, owner, answer, isPermitted }: Row) =>
  decideConsent({
    clips: [given(upload(by[owner]))],
    voiceFields: isVoice ? ['clip'] : [],
    rules,
    isPermitted,
    requester,
    answers: new Map(answer === undefined ? [] : [['mia', answer]]),
    isAnyDeclined: answer === 'decline',
    fileOrigins,
  })

/** From the mildest to the strictest. */
const outcomes = ['allowed', 'told', 'needs_permission', 'ask'] as const
type Outcome = (typeof outcomes)[number]

const attested = (isPermitted: boolean): Outcome => (isPermitted ? 'allowed' : 'needs_permission')

/** What one rule alone comes to for the clip of a member who has not answered, and for one that is nobody else's. */
const alone: Record<ConsentMode, (isPermitted: boolean) => { other: Outcome; own: Outcome }> = {
  off: () => ({ other: 'allowed', own: 'allowed' }),
  tell: () => ({ other: 'told', own: 'allowed' }),
  ask: (isPermitted) => ({ other: 'ask', own: attested(isPermitted) }),
  attest: (isPermitted) => ({ other: attested(isPermitted), own: attested(isPermitted) }),
}

const expected = ({ rules, isVoice, owner, isPermitted }: Row): Outcome => {
  const whose = owner === 'other' ? 'other' : 'own'
  const found: Outcome[] = ['allowed']
  if (isVoice) found.push(alone[rules.voices](isPermitted)[whose])
  if (owner === 'other') found.push(alone[rules.clips](isPermitted).other)
  return found.toSorted((one, two) => outcomes.indexOf(two) - outcomes.indexOf(one))[0] ?? 'allowed'
}

const outcomeOf = (row: Row): string => {
  const decision = decide(row)
  return decision.status === 'allowed' && decision.tell.length > 0 ? 'told' : decision.status
}

const rows: readonly Row[] = consentModes.flatMap((voices) =>
  consentModes.flatMap((clips) =>
    [true, false].flatMap((isVoice) =>
      (['nobody', 'requester', 'other'] as const).flatMap((owner) =>
        [true, false].map((isPermitted) => ({
          rules: { voices, clips },
          isVoice,
          owner,
          answer: undefined,
          isPermitted,
        })),
      ),
    ),
  ),
)

describe('a clip whose owner has not answered', () => {
  test('may be used as the stricter of the rules that apply says', () => {
    for (const row of rows) expect([row, outcomeOf(row)]).toEqual([row, expected(row)])
  })

  test.each<[string, Row, string]>([
    [
      'needs permission for its voice, as nothing was set',
      { rules: usualConsent, isVoice: true, owner: 'other', answer: undefined, isPermitted: false },
      'needs_permission',
    ],
    [
      'is free for everything else, as nothing was set',
      { rules: usualConsent, isVoice: false, owner: 'other', answer: undefined, isPermitted: false },
      'allowed',
    ],
    [
      'has to be asked about, whatever the requester says',
      {
        rules: { voices: 'attest', clips: 'ask' },
        isVoice: true,
        owner: 'other',
        answer: undefined,
        isPermitted: true,
      },
      'ask',
    ],
    [
      'needs permission where the owner has to be asked and is not known',
      {
        rules: { voices: 'ask', clips: 'ask' },
        isVoice: true,
        owner: 'nobody',
        answer: undefined,
        isPermitted: false,
      },
      'needs_permission',
    ],
  ])('%s', (_, row, outcome) => {
    expect(outcomeOf(row)).toBe(outcome)
  })
})

describe("an owner's answer", () => {
  test('to decline holds whatever the rules are', () => {
    for (const row of rows)
      if (row.owner === 'other')
        expect([row, outcomeOf({ ...row, answer: 'decline' })]).toEqual([row, 'declined'])
  })

  test('to allow needs no permission besides, and the owner is told where that is the rule', () => {
    for (const row of rows)
      if (row.owner === 'other') {
        const { voices, clips } = row.rules
        const isTold = clips === 'tell' || (row.isVoice && voices === 'tell')
        expect([row, outcomeOf({ ...row, answer: 'allow' })]).toEqual([row, isTold ? 'told' : 'allowed'])
      }
  })

  test("says nothing of a requester's own clips", () => {
    const row: Row = {
      rules: { voices: 'off', clips: 'ask' },
      isVoice: true,
      owner: 'requester',
      answer: 'decline',
      isPermitted: false,
    }
    expect(outcomeOf(row)).toBe('allowed')
  })
})

describe('of several clips', () => {
  const decideAll = (clips: readonly Clip[], rules: ConsentRules, answers: [string, ConsentAnswer][] = []) =>
    decideConsent({
      clips: clips.map((one, index) => given(one, `clip${index}`)),
      voiceFields: ['clip0'],
      rules,
      isPermitted: false,
      requester,
      answers: new Map(answers),
      isAnyDeclined: false,
      fileOrigins,
    })

  test('one that was declined comes before one that has to be asked about', () => {
    const clips = [upload('mia', 'a.wav'), upload('ada', 'b.wav')]
    expect(decideAll(clips, { voices: 'ask', clips: 'ask' }, [['ada', 'decline']])).toMatchObject({
      status: 'declined',
      clips: [{ clip: { name: 'b.wav' } }],
    })
  })

  test('one that has to be asked about comes before one that needs permission', () => {
    const clips = [upload(undefined, 'a.wav'), upload('ada', 'b.wav')]
    expect(decideAll(clips, { voices: 'attest', clips: 'ask' })).toMatchObject({
      status: 'ask',
      clips: [{ clip: { name: 'b.wav' } }],
    })
  })

  test('each owner is told once', () => {
    const clips = [upload('mia', 'a.wav'), upload('ada', 'b.wav'), upload('mia', 'c.wav')]
    expect(decideAll(clips, { voices: 'off', clips: 'tell' })).toEqual({
      status: 'allowed',
      tell: ['mia', 'ada'],
    })
  })
})

describe('the owner of a clip', () => {
  const take = (whose: string | undefined): Clip => ({
    kind: 'result',
    url: 'https://cdn.example/1.mp3',
    name: 'Take 1',
    seconds: 20,
    by: whose,
  })

  test.each<[string, Clip, string | undefined]>([
    ['a file that another member posted', upload('mia'), 'mia'],
    ['a take that was made for another member', take('mia'), 'mia'],
    ["the requester's own file", upload(requester), undefined],
    ['a file that came with the request', upload(undefined), undefined],
    ['a web address', { kind: 'link', url: 'https://a.example/b.mp3' }, undefined],
  ])('of %s', (_, one, owner) => {
    expect(ownerOf(one, requester)).toBe(owner)
    expect(ownersOf([given(one), given(one)], requester)).toEqual(owner === undefined ? [] : [owner])
  })
})

test('only features that take a clip have the option', () => {
  const words = text({ label: 'Prompt', help: 'Words' })
  const source = optional(clip({ label: 'Clip', help: 'A clip' }))
  expect(withPermission('make', { words }, [])).toEqual({ words })
  expect(Object.keys(withPermission('make', { words, source }, []))).toEqual([
    'words',
    'source',
    permissionName,
  ])
  const { schema } = withPermission('make', { source }, ['source'])[permissionName] ?? {}
  expect([true, false, undefined, 'yes'].map((value) => schema?.safeParse(value).success)).toEqual([
    ...[true, true, true, false],
  ])
})

test('a button in direct messages says for which server the answer is', () => {
  expect(commandLinkText(answerButton('Allow', 'allow', undefined).commandLink)).toBe(
    '/privacy consent answer:allow',
  )
  expect(commandLinkText(answerButton('Decline', 'decline', 'server-1').commandLink)).toBe(
    '/privacy consent answer:decline server:server-1',
  )
})

describe.each<[string, Clip]>([
  ['our own clip', { ...upload(undefined), isOwnerLost: true } as Clip],
  [
    'a file on Discord by its link',
    { kind: 'link', url: 'https://cdn.discordapp.com/attachments/1/2/song.mp3?ex=ffffffff' } as Clip,
  ],
  [
    'the link to a file on another Discord',
    { kind: 'link', url: 'https://cdn.example/attachments/1/2/song.mp3' } as Clip,
  ],
  ['the link to a result', { kind: 'link', url: 'https://songs.example/1.mp3' } as Clip],
])('%s, whose member is not known', (_, lost) => {
  const statusUnder = (
    rules: Partial<ConsentRules>,
    more: { isPermitted?: boolean; declines?: boolean } = {},
  ) =>
    decideConsent({
      clips: [given(lost)],
      voiceFields: rules.voices === undefined ? [] : ['clip'],
      rules: { voices: 'off', clips: 'off', ...rules },
      isPermitted: more.isPermitted ?? false,
      requester,
      answers: new Map(),
      isAnyDeclined: more.declines ?? false,
      fileOrigins,
    })

  test.each<[Partial<ConsentRules>, string]>([
    [{ clips: 'off' }, 'allowed'],
    [{ clips: 'tell' }, 'allowed'],
    [{ clips: 'attest' }, 'needs_permission'],
    [{ clips: 'ask' }, 'owner_lost'],
    [{ voices: 'ask' }, 'owner_lost'],
  ])('counts as somebody else’s under %j: %s', (rules, status) => {
    expect(statusUnder(rules).status).toBe(status)
  })

  test('may be used under attest by who says that they may, and tells nobody', () => {
    expect(statusUnder({ clips: 'attest' }, { isPermitted: true })).toEqual({ status: 'allowed', tell: [] })
    expect(statusUnder({ clips: 'tell' })).toEqual({ status: 'allowed', tell: [] })
  })

  test.each<ConsentRules['clips']>(['off', 'tell', 'ask', 'attest'])(
    'may be the clip of one who declined, under %s',
    (clips) => {
      expect(statusUnder({ clips }, { isPermitted: true, declines: true }).status).toBe('owner_lost')
    },
  )
})
