import { describe, expect, test } from 'vitest'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { commandUsage } from '../../../src/core/command/command-usage.ts'
import type { Fields } from '../../../src/core/fields/field.ts'
import {
  channel,
  credits,
  group,
  integer,
  member,
  optional,
  secret,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { fields, named, words } from '../../support/commands/typed-fields.ts'

const part = {
  clip: clip(named('Clip')),
  start: time(named('Start')),
  end: time(named('End')),
  pitch: optional(integer({ ...named('Pitch'), min: -12, max: 12 })),
}

const run = () => Promise.resolve(privately(plainMessage('')))
const actionOf = (name: string, taken: Fields) => defineAction({ name, summary: name, fields: taken, run })
const commandOf = (taken: Fields): Command => ({
  kind: 'utility',
  name: 'x',
  summary: 'X',
  topic: 'choices',
  audience: 'everyone',
  actions: actionOf('x', taken),
})

const sum = credits(named('Credits'))
const purse: Command = {
  kind: 'utility',
  name: 'purse',
  summary: 'X',
  topic: 'choices',
  audience: 'admins',
  actions: [
    actionOf('show', { member: optional(member(named('Member'))) }),
    actionOf('limit', { credits: sum, zone: optional(words('Zone')) }),
    actionOf('share', { member: optional(member(named('Member'))), credits: optional(sum) }),
    actionOf('place', { channel: channel(named('Channel')), credits: optional(sum) }),
    actionOf('band', {
      group: group(named('Group')),
      channel: optional(channel(named('Channel'))),
      credits: optional(sum),
    }),
    actionOf('keeper', { member: member(named('Member')), allowed: toggle(named('Allowed')) }),
  ],
}

describe('how a command is typed', () => {
  test.each([
    [fields, '<prompt> [style:…] [voice:…] [model:v7|v7-pro] [vocals_only:yes|no] [sample:…]'],
    [{ clip: clip(named('Clip')), prompt: fields.prompt }, 'https://… <prompt>'],
    [part, 'https://… <start> end:1:23.5 [pitch:-12..12]'],
    [{ style: fields.style }, '[<style>]'],
    [{ key: secret(named('Key')), style: fields.style }, '[style:…]'],
    [{}, ''],
  ])('is told from its fields', (taken: Fields, usage) => {
    expect(commandUsage(commandOf(taken))).toBe(usage)
  })

  test.each([
    ['show', 'show [@name]'],
    ['limit', 'limit <credits> [zone:…]'],
    ['share', 'share [@name] [<credits>]'],
    ['place', 'place #channel [<credits>]'],
    ['band', 'band @group [#channel] [<credits>]'],
    ['keeper', 'keeper @name <yes|no>'],
  ])('is told for the action %s', (action, usage) => {
    expect(commandUsage(purse, action)).toBe(usage)
  })
})
