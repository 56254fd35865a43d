import { expect, test } from 'vitest'
import { dateText } from '../../../../sandbox/room/page/slack/date-text.ts'

// In the reader's own zone, wherever this runs.
const date = new Date(2013, 11, 23, 14, 34, 56)
const now = new Date(2020, 7, 9)
const near = (hours: number) => new Date(2013, 11, 23, 14 + hours, 34, 56)

// https://docs.slack.dev/reference/block-kit/block-elements/date-element
test.each([
  ['Posted at {date_long}', 'Posted at Monday, December 23rd, 2013'],
  ['{date_long_full}', 'December 23, 2013'],
  ['{date_short} at {time}', 'Dec 23, 2013 at 2:34 PM'],
  ['{time_secs}', '2:34:56 PM'],
  ['{date_num}, {date_slash}', '2013-12-23, 23/12/2013'],
  ['{date}', 'December 23'],
  ['{day_divider_pretty}', 'Monday, December 23rd, 2013'],
  ['{date_short_pretty}, {ago}', 'Dec 23, 2013, 7 years ago'],
  ['{never}', '{never}'],
])('%j is written %j', (format, text) => {
  expect(dateText(format, date, now)).toBe(text)
})

test.each([
  [24, '{date_short_pretty} at {time} ({ago})', 'yesterday at 2:34 PM (yesterday)'],
  [2, '{date_pretty}', 'today'],
  [-24, '{date_long_pretty}', 'tomorrow'],
  [-72, '{day_divider_pretty}', 'Monday, December 23rd'],
])('%i hours later, %j is written %j', (hours, format, text) => {
  expect(dateText(format, date, near(hours))).toBe(text)
})
