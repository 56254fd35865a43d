import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'

describe.each(['DISCORD_FILE_HOSTS', 'SLACK_FILE_HOSTS', 'AUDIO_FILE_HOSTS'])('%s', (setting) => {
  test.each([
    ['a wildcard', 'a.example,*.b.example', 'has the wildcard *.b.example; list each host by its full name'],
    ['every host of a port', 'http://*:8080', 'has the wildcard *; list each host by its full name'],
    ['a path', 'a.example/songs', 'has the path /songs; write https://a.example alone'],
    [
      'a path behind a port',
      'a.example,https://b.example:8443/x/',
      'has the path /x/; write https://b.example:8443 alone',
    ],
    ['a query', 'a.example?x', 'must be plain hosts, without a user, a password, "?" or "#"'],
    [
      'a password',
      'https://key:secret@a.example',
      'must be plain hosts, without a user, a password, "?" or "#"',
    ],
  ])('lists nothing that no file could lie at, such as %s', (_, hosts, text) => {
    const read = readConfig({ [setting]: hosts })
    const problems = read.ok ? [] : read.problems
    expect(problems.filter(({ name }) => name === setting)).toEqual([{ name: setting, text }])
  })
})
