import { expect, test } from 'vitest'
import { readTask } from '../../../src/app/command-line/read-task.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'

const jobId = `b07x${'a'.repeat(25)}`

test.each([
  ['', { kind: 'run', role: 'all' }],
  ['--role all', { kind: 'run', role: 'all' }],
  ['--role bots', { kind: 'run', role: 'bots' }],
  ['--role=worker', { kind: 'run', role: 'worker' }],
  ['publish-commands', { kind: 'publish_commands' }],
  ['publish-commands --slack-manifest', { kind: 'print_slack_manifest' }],
  ['doctor', { kind: 'doctor', wish: { isFixing: false, isJson: false, isStrict: false, isWhole: false } }],
  [
    'doctor --all --fix --json --strict',
    { kind: 'doctor', wish: { isFixing: true, isJson: true, isStrict: true, isWhole: true } },
  ],
  ['jobs dead', { kind: 'jobs', wish: { kind: 'list' } }],
  ['jobs retry --all', { kind: 'jobs', wish: { kind: 'retry_all' } }],
  [`jobs retry ${jobId}`, { kind: 'jobs', wish: { kind: 'retry', job: jobId } }],
  [`jobs end ${jobId}`, { kind: 'jobs', wish: { kind: 'end', job: jobId } }],
  [`jobs show ${jobId}`, { kind: 'jobs', wish: { kind: 'show', job: jobId } }],
  ['jobs refund L5FINVV6', { kind: 'jobs', wish: { kind: 'refund', job: 'l5finvv6' } }],
  [`jobs refund ${jobId}`, { kind: 'jobs', wish: { kind: 'refund', job: jobId } }],
  ['jobs verify song.mp3', { kind: 'verify', wish: { file: 'song.mp3', trust: undefined } }],
  ['jobs verify --trust ca.pem a.wav', { kind: 'verify', wish: { file: 'a.wav', trust: 'ca.pem' } }],
  ['ledger export', { kind: 'export_journal', range: {}, format: 'csv' }],
  [
    'ledger give --account discord:@1 --credits 2.50 --reason thanks --id gift-1',
    {
      kind: 'grant',
      grant: {
        way: 'give',
        account: 'discord:@1',
        credits: microcredits(2_500_000),
        reason: 'thanks',
        id: 'gift-1',
      },
    },
  ],
  [
    'ledger take --account slack:T1 --credits 5',
    {
      kind: 'grant',
      grant: {
        way: 'take',
        account: 'slack:T1',
        credits: microcredits(5_000_000),
        reason: undefined,
        id: undefined,
      },
    },
  ],
  [
    'ledger export --account slack:T1 --since 2026-11-01 --until=2026-11-01T09:30:00+01:00 --format ndjson',
    {
      kind: 'export_journal',
      range: { account: 'slack:T1', sinceMs: Date.UTC(2026, 10, 1), untilMs: Date.UTC(2026, 10, 1, 8, 30) },
      format: 'ndjson',
    },
  ],
  [
    'ledger export --since 1970-01-01 --until 2100-02-28T23:59:59.999Z',
    {
      kind: 'export_journal',
      range: { sinceMs: 0, untilMs: Date.UTC(2100, 1, 28, 23, 59, 59, 999) },
      format: 'csv',
    },
  ],
  [
    'ledger take --account slack:@T1/U1 --credits 1',
    {
      kind: 'grant',
      grant: {
        way: 'take',
        account: 'slack:@T1/U1',
        credits: microcredits(1_000_000),
        reason: undefined,
        id: undefined,
      },
    },
  ],
  ['servers list', { kind: 'servers', wish: { kind: 'list' } }],
  [
    'servers allow discord:1 --credits 2.50',
    { kind: 'servers', wish: { kind: 'allow', account: 'discord:1', ceiling: microcredits(2_500_000) } },
  ],
  [
    'servers allow slack:T1',
    { kind: 'servers', wish: { kind: 'allow', account: 'slack:T1', ceiling: undefined } },
  ],
  ['servers pause --notice Back_soon.', { kind: 'servers', wish: { kind: 'pause', notice: 'Back_soon.' } }],
  ['servers pause', { kind: 'servers', wish: { kind: 'pause', notice: '' } }],
  ['backup', { kind: 'backup', file: undefined }],
  ['backup night.backup', { kind: 'backup', file: 'night.backup' }],
  ['restore night.backup', { kind: 'restore', file: 'night.backup' }],
  ['servers resume', { kind: 'servers', wish: { kind: 'resume' } }],
  ['servers resume slack:T1', { kind: 'servers', wish: { kind: 'resume_clips', account: 'slack:T1' } }],
  ['servers resume discord:@1', { kind: 'servers', wish: { kind: 'resume_clips', account: 'discord:@1' } }],
  ['servers remove slack:T1', { kind: 'servers', wish: { kind: 'remove', account: 'slack:T1' } }],
])('"%s" is understood', (line, task) => {
  expect(readTask(line.split(' ').filter((word) => word !== ''))).toEqual(task)
})

test.each([
  ['--role drummer', '--role must be one of all, bots, worker.'],
  [
    'sing',
    '"sing" is unknown. Use setup, publish-commands, doctor, ledger, jobs, servers, backup or restore.',
  ],
  [
    'publish-commands now',
    '"publish-commands now" is unknown. Use setup, publish-commands, doctor, ledger, jobs, servers, backup or restore.',
  ],
  ['backup a b', '"b" is unexpected. Name one file.'],
  ['restore', 'Name the backup, such as tunesmith-2026-11-01T04-00Z.backup.'],
  ['servers sing', '"servers sing" is unknown. Use servers list, allow, remove, pause or resume.'],
  ['servers list now', '"now" is unexpected. Leave it out.'],
  ['servers allow', 'Name a server or workspace, such as discord:81384788765712384 or slack:T024BE7LD.'],
  [
    'servers allow discord:@1',
    `"discord:@1" has a wrong id: a Discord server's id has only digits, at most 20, such as discord:81384788765712384.`,
  ],
  [`servers allow slack:T${'1'.repeat(20)}`, /has a wrong id: .*, at most 20, such as slack:T024BE7LD\.$/],
  ['servers allow discord:1 discord:2', '"discord:2" is unexpected. Leave it out.'],
  ['servers resume discord:1 discord:2', '"discord:2" is unexpected. Leave it out.'],
  ['servers resume now', 'Name a server or workspace, such as discord:81384788765712384 or slack:T024BE7LD.'],
  [
    'servers allow discord:1 --credits much',
    '--credits much cannot be used. Give an amount such as 5 or 2.50, up to 1000000.',
  ],
  [
    'servers allow discord:1 --credits -5',
    '--credits -5 cannot be used. Give an amount such as 5 or 2.50, up to 1000000.',
  ],
  [
    'servers allow discord:1 --credits=-5',
    '--credits -5 cannot be used. Give an amount such as 5 or 2.50, up to 1000000.',
  ],
  ['servers allow discord:1 --credits=', '--credits is missing. Give an amount such as 5'],
  ['servers allow discord:1 --credits', /^--credits has no value\. See --help\.$/],
  ['servers list --notice soon', '--notice is only for "servers pause".'],
  ['servers pause Back soon', 'Put the notice in quotes: --notice "…".'],
  [`servers pause --notice ${'x'.repeat(201)}`, '--notice is too long: 201 characters, at most 200.'],
  ['servers remove 123', 'Name a server or workspace'],
  ['servers remove discord:1 --credits 5', '--credits is only for "servers allow".'],
  ['jobs sing', '"jobs sing" is unknown. Use jobs dead, show, retry, end, refund or verify.'],
  ['jobs verify', 'Name a file, such as song.mp3.'],
  ['jobs verify a.mp3 b.mp3', '"b.mp3" is unexpected. Name one file.'],
  ['jobs verify a.mp3 --all', '--all only works with "jobs retry"'],
  ['jobs verify a.mp3 --trust', '--trust has no value.'],
  [`jobs show ${jobId} --trust ca.pem`, '--trust only works with "jobs verify".'],
  ['jobs dead now', '"now" is unexpected. Leave it out.'],
  ['jobs retry', 'Name a job by the short name in its message'],
  ['jobs end job-1', 'Name a job by the short name in its message'],
  [`jobs end ${jobId} ${jobId}`, 'is unexpected. Leave it out.'],
  [`jobs retry ${jobId} --all`, '--all only works with "jobs retry"'],
  ['jobs end --all', '--all only works with "jobs retry"'],
  ['--loud', /^Unknown option '--loud'\. See --help\.$/],
  ['doctor now', '"now" is unexpected. The doctor takes only options.'],
  ['doctor --mend', "Unknown option '--mend'"],
  ['ledger import', '"ledger import" is unknown. Use ledger export, give or take.'],
  ['ledger give --credits 5', '--account is missing. It says whose credits to change.'],
  ['ledger give --account 123 --credits 5', '--account must be discord:… or slack:….'],
  [
    'ledger give --account slack:T1',
    '--credits is missing. Give an amount such as 5 or 2.50, up to 1000000.',
  ],
  [
    'ledger take --account slack:T1 --credits -5',
    '--credits -5 cannot be used. Give an amount such as 5 or 2.50, up to 1000000.',
  ],
  ['ledger give --account --credits 5', /^--account has no value\. See --help\.$/],
  ['--role -x', '--role must be one of all, bots, worker.'],
  ['--help=yes', /^Option '--help' does not take an argument\. See --help\.$/],
  ['doctor -x', /^Unknown option '-x'\. See --help\.$/],
  ['ledger take --account slack:T1 --credits 0.0000001', '--credits 0.0000001 cannot be used.'],
  ['ledger give --account slack:T1 --credits 0', '--credits 0 cannot be used.'],
  [
    'ledger give --account slack:@U1 --credits 5',
    'or for a member discord:@<member> or slack:@<team>/<member>.',
  ],
  [
    'ledger give --account slack:@T1/ --credits 5',
    '--account must be discord:<server> or slack:<team>, or for a member',
  ],
  ['ledger give --account discord:@1/2 --credits 5', '--account must be'],
  ['ledger give --account discord:1, --credits 5', '--account must be'],
  ['ledger take --account discord:@ada --credits 5', '--account must be'],
  ['ledger take --account slack:T1 --credits 5 now', '"now" is unexpected. Leave it out.'],
  [
    `ledger give --account slack:T1 --credits 5 --reason ${'x'.repeat(201)}`,
    '--reason is 201 characters long (max 200). Shorten it.',
  ],
  ['ledger export all', '"all" is unexpected. Leave it out.'],
  ['ledger export --account 123', '--account must be discord:… or slack:….'],
  ['ledger export --account slack:', '--account must be'],
  ['ledger export --format xml', '--format must be one of csv, ndjson.'],
  ['ledger export --since yesterday', '--since must be a day such as 2026-11-01'],
  ['ledger export --since 2026-02-30', '--since must be a day'],
  ['ledger export --since 2026-13-01', '--since must be a day'],
  ['ledger export --until 2026-11-01T09:30', '--until must be a day'],
  ['ledger export --until 2026-11-01T25:00Z', '--until must be a day'],
  ['ledger export --until 1969-12-31', '--until must be a day'],
  ['--role', '--role has no value.'],
])('"%s" is refused with what there is', (line, text) => {
  const read = () => readTask(line.split(' '))
  expect(read).toThrow(AppError)
  expect(read).toThrow(text)
  expect(read).toThrow(expect.objectContaining({ code: 'configuration' }))
})

test.each([
  '--help',
  'publish-commands --help',
  'doctor --help',
  'jobs',
  'jobs --help',
  'jobs retry --help',
  'jobs verify --help',
  'ledger',
  'ledger --help',
  'ledger export --help',
  'ledger give --help',
])('"%s" says what there is', (line) => {
  expect(readTask(line.split(' '))).toEqual({ kind: 'help', text: expect.stringContaining('npm run') })
})

test('the doctor’s help names what it checks outside', () => {
  const text = expect.stringMatching(
    /the audio service and its file hosts, each chat with its permissions, and PUBLIC_URL/,
  )
  expect(readTask(['doctor', '--help'])).toEqual({ kind: 'help', text })
})

test('a value that begins with a dash belongs to its option, as with "="', () => {
  const line = 'ledger take --account slack:T1 --credits 5 --id -1 --reason -thanks'
  expect(readTask(line.split(' '))).toMatchObject({ grant: { id: '-1', reason: '-thanks' } })
})
