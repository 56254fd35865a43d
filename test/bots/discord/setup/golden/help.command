{
  "type": 1,
  "name": "help",
  "description": "See what Tunesmith can do",
  "options": [
    {
      "name": "command",
      "description": "Command to explain (default: an overview)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "/music",
          "value": "music"
        },
        {
          "name": "/tts",
          "value": "tts"
        },
        {
          "name": "/remix",
          "value": "remix"
        },
        {
          "name": "/voice",
          "value": "voice"
        },
        {
          "name": "/master",
          "value": "master"
        },
        {
          "name": "/cut",
          "value": "cut"
        },
        {
          "name": "/inpaint",
          "value": "inpaint"
        },
        {
          "name": "/transcribe",
          "value": "transcribe"
        },
        {
          "name": "/lyrics",
          "value": "lyrics"
        },
        {
          "name": "/result",
          "value": "result"
        },
        {
          "name": "/jobs",
          "value": "jobs"
        },
        {
          "name": "/history",
          "value": "history"
        },
        {
          "name": "/budget",
          "value": "budget"
        },
        {
          "name": "/credits",
          "value": "credits"
        },
        {
          "name": "/sponsor",
          "value": "sponsor"
        },
        {
          "name": "/voices",
          "value": "voices"
        },
        {
          "name": "/settings",
          "value": "settings"
        },
        {
          "name": "/doctor",
          "value": "doctor"
        },
        {
          "name": "/privacy",
          "value": "privacy"
        }
      ]
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
