import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allRows } from '../../sandbox/contract/all-rows.ts'
import { actionsOf, fieldsOf } from '../../src/core/command/command.ts'
import { audioEndpoints, taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../../src/core/endpoints/conversion-type.ts'
import { allCommands } from '../support/commands/commands.ts'
import { servedParameters } from '../support/commands/served-parameters.ts'
import { documentedFailures, documentedRefusals } from '../support/service/documented-errors.ts'
import {
  codeIn,
  featureRows,
  namedTests,
  parameterProblems,
  partOf,
  platformsOf,
  rowProblems,
  testProblems,
  titlesIn,
} from '../support/suite/features-page.ts'

const page = readFileSync(new URL('../../docs/features.md', import.meta.url), 'utf8')
const tests = namedTests(page)
const parts = ['people', 'commands', 'actions', 'parameters', 'families', 'answers', 'refusals'] as const
const rowsOf = (part: (typeof parts)[number]) => featureRows(partOf(page, part))
/** What the rows of a part are about. */
const namesIn = (part: (typeof parts)[number]): string[] =>
  rowsOf(part).flatMap(({ cells }) => codeIn(cells[0] ?? ''))

const features = allCommands.flatMap((command) => (command.kind === 'feature' ? [command] : []))

describe('the page of features', () => {
  test.each(parts)('has tests or a reason in each row: %s', (part) => {
    const rows = rowsOf(part)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.flatMap((row) => rowProblems(row, tests))).toEqual([])
  })

  test('names tests that there are, each by one name, and none in vain', () => {
    expect(testProblems(tests)).toEqual([])
    const names = tests.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const used = parts.flatMap((part) => rowsOf(part).flatMap(({ discord, slack }) => [...discord, ...slack]))
    expect(names.filter((name) => !used.includes(name))).toEqual([])
  })

  test('has a row for every command and everything that it does', () => {
    const all = allCommands.flatMap((command) =>
      command.kind === 'feature' || actionsOf(command).length === 1
        ? [`/${command.name}`]
        : actionsOf(command).map(({ name }) => `/${command.name} ${name}`),
    )
    expect(namesIn('commands').toSorted()).toEqual(all.toSorted())
  })

  test('has a row for every entry of a message’s menu', () => {
    const told = rowsOf('actions').map(({ cells: [entry = '', command = ''] }) => [
      ...[entry.replaceAll('*', ''), codeIn(command).join()],
    ])
    const all = features.flatMap(({ messageAction, name }) =>
      messageAction === undefined ? [] : [[messageAction, `/${name}`]],
    )
    expect(told).toEqual(all)
  })

  test('has a row for every family, with the commands that make it', () => {
    expect(namesIn('families')).toEqual(conversionTypes)
    for (const { cells } of rowsOf('families')) {
      const [family] = codeIn(cells[0] ?? '')
      // A task of the lyrics endpoint is never looked up by their feature, which is answered at once.
      const makers = features.filter(
        ({ name, conversionType }) =>
          conversionType === family || (family === 'LYRICS_GENERATOR' && name === 'lyrics'),
      )
      expect(codeIn(cells[1] ?? ''), family).toEqual([
        ...makers.map(({ name }) => `/${name}`),
        '/result family',
      ])
    }
  })
})

describe('the parameters of the service', () => {
  const served = servedParameters(features)
  test.each(audioEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    'of %s have a row each, which names the options that are sent as it',
    (_, endpoint) => {
      expect(parameterProblems(page, endpoint, served)).toEqual([])
    },
  )

  test('are those that there are, in their order', () => {
    expect(namesIn('parameters')).toEqual(audioEndpoints.flatMap(({ fields }) => Object.keys(fields)))
  })

  test('are set by options that there are', () => {
    const told = rowsOf('parameters').flatMap(({ cells }) => codeIn(cells[1] ?? ''))
    for (const [, name, option = ''] of told.flatMap((code) => [/^\/(\w+) (\w+)$/.exec(code) ?? []])) {
      if (name === undefined) continue
      const command = allCommands.find((candidate) => candidate.name === name)
      expect(command === undefined ? [] : Object.keys(fieldsOf(command, undefined)), name).toContain(option)
    }
  })

  test('are found out by asking with and without them', () => {
    expect(served.get('/v1/audio_cutter start_time')).toEqual(new Set(['/cut start']))
    expect(served.get('/v1/byId conversion_id')).toEqual(new Set(['/result conversion']))
    expect(served.has('/v1/audio_transcribe translation_format')).toBe(false)
  })
})

describe('what the service answers', () => {
  // By the rows of the contract, which are written from the service's interface description.
  test('has a row for each field', () => {
    const documented = allRows.flatMap(
      ({ id }) => /^(?:\w+\.response|\w+\.voice|conversion)\.(\w+)$/.exec(id)?.[1] ?? [],
    )
    const fields = new Set(documented.filter((name) => name === name.toLowerCase() || /At$/.test(name)))
    for (const notAField of ['unflagged', 'IN_QUEUE']) fields.delete(notAField)
    expect(namesIn('answers').toSorted()).toEqual([...fields].toSorted())
  })

  test('has a row for each refusal and failure, in its words', () => {
    // What has a code is known by it, in whatever words; one of them stands for codes that nobody knows yet.
    const saidIn = (body: object): string[] =>
      'error_code' in body
        ? [String(body.error_code)].filter((code) => code !== 'SOMETHING_NEW')
        : Object.values(body).filter((value) => typeof value === 'string')
    const told = [
      ...documentedRefusals.map(([, , body]) => body),
      ...documentedFailures.map(([, body]) => body),
    ]
    const named = namesIn('refusals')
    for (const text of told.flatMap(saidIn)) expect(named).toContain(text)
  })
})

describe('a page that is wrong is found out', () => {
  const one = { name: 'one', file: 'bots/contract', title: 'to /%s arrives with its values' }
  const discordOnly = {
    name: 'other',
    file: 'e2e/music',
    title: 'a text is read aloud, for a price of its own',
  }
  const row = (how: string, discord: string[], slack: string[]) => ({ cells: ['It', how], discord, slack })

  test.each([
    ['without a test or a reason', row('It does it', [], []), 'It: neither a test nor a reason'],
    ['with a test that is not listed', row('', ['one', 'two'], ['one']), 'It: no test is called "two"'],
    ['with a test of one platform alone', row('', ['other'], ['other']), 'It: no test that is run on slack'],
    ['without a test on one platform', row('', ['one'], []), 'It: no test that is run on slack'],
  ])('a row %s', (_, wrong, problem) => {
    expect(rowProblems(wrong, [one, discordOnly])).toEqual([problem])
  })

  test.each([
    ['whose file is gone', { ...one, file: 'bots/gone' }, 'one: there is no test/bots/gone'],
    [
      ...(['whose title is another', { ...one, title: 'arrives' }] as const),
      'one: test/bots/contract has no test "arrives"',
    ],
  ])('a test %s', (_, wrong, problem) => {
    expect(testProblems([one])).toEqual([])
    expect(testProblems([wrong])).toEqual([problem])
  })

  const { voiceChanger } = taskEndpoints
  const served = new Map([['/v1/VoiceChanger pitch', new Set(['/voice pitch'])]])
  const only = { ...voiceChanger, fields: { pitch: voiceChanger.fields.pitch } }
  const pitchRow = /^\| `pitch` \| (`\/voice pitch`) .*$/m

  test.each([
    ['without a row', page.replace(pitchRow, ''), '/v1/VoiceChanger pitch: no row'],
    [
      ...(['with another option', page.replace('`/voice pitch`', '`/voice clean`')] as const),
      '/v1/VoiceChanger pitch: set by /voice pitch',
    ],
  ])('a parameter %s', (_, wrong, problem) => {
    expect(parameterProblems(page, only, served)).toEqual([])
    expect(parameterProblems(wrong, only, served)).toEqual([problem])
  })

  test('a parameter that nobody can set, without a reason', () => {
    const unset = page.replace('`/voice pitch`', 'By nobody')
    expect(parameterProblems(unset, only, new Map())).toEqual([
      '/v1/VoiceChanger pitch: neither an option nor a reason',
    ])
  })

  test('a parameter of which the page does not know yet', () => {
    const more = { ...only, fields: { ...only.fields, tempo: only.fields.pitch } }
    expect(parameterProblems(page, more, served)).toEqual(['/v1/VoiceChanger tempo: no row'])
  })

  test('a part that has no end', () => {
    expect(() => partOf('<!-- people -->\n| a |', 'people')).toThrow('the page has no part "people"')
  })

  test('a title is what is given a function, whatever quotes it is in', () => {
    const source =
      "test('a', () => {})\ntest.each([['b', 1]])(\n  \"it's c\", async ({ d }) => {},\n)\nrun('e', 2)"
    expect(titlesIn(source)).toEqual(['a', "it's c"])
  })

  test('platforms are those on which a test is run', () => {
    expect(platformsOf(one)).toEqual(['discord', 'slack'])
    expect(platformsOf(discordOnly)).toEqual(['discord'])
    expect(platformsOf({ ...one, title: 'a role’s limit on Discord holds' })).toEqual(['discord'])
    expect(platformsOf({ ...one, file: 'jobs/cancel' })).toEqual([])
  })
})
