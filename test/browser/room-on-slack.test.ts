import { describe } from 'vitest'
import { useRoom } from '../support/browser/room.ts'
import { testDrawingOfSlack } from './drawing-on-slack.ts'
import { testPage } from './page.ts'
import { testPersonsDay } from './persons-day.ts'

describe('in the room, on Slack', () => {
  const room = useRoom()
  testPersonsDay('slack', room)
  describe('what a bot posts', () => testDrawingOfSlack(room))
  describe('the page', () => testPage(room))
})
