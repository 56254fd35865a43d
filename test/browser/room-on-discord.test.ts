import { describe } from 'vitest'
import { useRoom } from '../support/browser/room.ts'
import { isLong } from '../support/suite/runs.ts'
import { testDrawingAnew } from './drawing-anew.ts'
import { testDrawingOfDiscord } from './drawing-on-discord.ts'
import { testPersonsDay } from './persons-day.ts'

describe('in the room, on Discord', () => {
  const room = useRoom()
  testPersonsDay('discord', room)
  describe('what a bot posts', () => testDrawingOfDiscord(room))
  describe.runIf(isLong)('what is drawn', () => testDrawingAnew(room))
})
