import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskNamedIn } from '../../../src/core/job/callbacks.ts'

test.each([
  ['{"task_id":"task-1"}', 'task-1'],
  ['{"task_id":"task-1","status":"COMPLETED","conversion_path":"http://198.51.100.7/x.mp3"}', 'task-1'],
  ['{"success":true,"task_id":"task-1","task_id":"task-2"}', 'task-2'],
  [`{"task_id":"${'x'.repeat(200)}"}`, 'x'.repeat(200)],
])('%.60s names its task', (text, taskId) => {
  expect(taskNamedIn(text)).toBe(taskId)
})

test.each([
  ['nothing', ''],
  ['no JSON', 'task_id=task-1'],
  ['half of it', '{"task_id":"task-1"'],
  ['a text', '"task-1"'],
  ['a list', '[{"task_id":"task-1"}]'],
  ['null', 'null'],
  ['no task', '{"conversion_id":"1"}'],
  ['a blank one', '{"task_id":""}'],
  ['a number', '{"task_id":7}'],
  ['a list of tasks', '{"task_id":["task-1"]}'],
  ['an object', '{"task_id":{"task_id":"task-1"}}'],
  ['one that is too long', `{"task_id":"${'x'.repeat(201)}"}`],
  ['one of the prototype', '{"__proto__":{"task_id":"task-1"}}'],
  ['one of the constructor', '{"constructor":{"prototype":{"task_id":"task-1"}}}'],
  ['one that is very deep', `${'{"task_id":'.repeat(20_000)}"task-1"${'}'.repeat(20_000)}`],
])('a body of %s names none', (_, text) => {
  expect(taskNamedIn(text)).toBeUndefined()
  expect(Object.hasOwn(Object.prototype, 'task_id')).toBe(false)
})

test('whatever comes, it does not throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const taskId = taskNamedIn(text)
      expect(taskId === undefined || taskId.length > 0).toBe(true)
    }),
  )
})
