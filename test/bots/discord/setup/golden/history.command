{
  "type": 1,
  "name": "history",
  "description": "See what was made here",
  "options": [
    {
      "name": "member",
      "description": "Whose results (default: everyone's)",
      "required": false,
      "type": 6
    },
    {
      "name": "feature",
      "description": "Kind of result (default: all)",
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
        }
      ]
    },
    {
      "name": "page",
      "description": "Page (default: the latest)",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 999
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
