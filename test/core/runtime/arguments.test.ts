import { expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { readTask } from '../../../src/core/runtime/arguments.ts'

test.each([
  ['', { kind: 'run', role: 'all' }],
  ['--role all', { kind: 'run', role: 'all' }],
  ['--role bots', { kind: 'run', role: 'bots' }],
  ['--role=worker', { kind: 'run', role: 'worker' }],
  ['publish-commands', { kind: 'publish_commands' }],
  ['publish-commands --slack-manifest', { kind: 'print_slack_manifest' }],
])('"%s" is understood', (line, task) => {
  expect(readTask(line.split(' ').filter((word) => word !== ''))).toEqual(task)
})

test.each([
  ['--role drummer', '--role must be one of all, bots, worker.'],
  ['sing', '"sing" is nothing to do; there is publish-commands.'],
  ['publish-commands now', '"publish-commands now" is nothing to do; there is publish-commands.'],
  ['--loud', "Unknown option '--loud'"],
  ['--role', "Option '--role <value>' argument missing"],
])('"%s" is refused with what there is', (line, text) => {
  const read = () => readTask(line.split(' '))
  expect(read).toThrow(AppError)
  expect(read).toThrow(text)
  expect(read).toThrow(expect.objectContaining({ code: 'configuration' }))
})
