{
  "type": 1,
  "name": "transcribe",
  "description": "Write down the words of a clip",
  "options": [
    {
      "type": 11,
      "name": "clip",
      "description": "What is written down: an audio file",
      "required": false,
      "file_types": [
        "audio",
        "video",
        ".3g2",
        ".3ga",
        ".3gp",
        ".3gpp",
        ".aac",
        ".aif",
        ".aifc",
        ".aiff",
        ".aiffc",
        ".bwf",
        ".f4a",
        ".f4v",
        ".m4b",
        ".m4r",
        ".m4v",
        ".mka",
        ".mkv",
        ".mp2",
        ".mpa",
        ".mpeg",
        ".mpg",
        ".mpga",
        ".oga",
        ".ogv",
        ".qt",
        ".qta",
        ".rf64",
        ".wave",
        ".weba"
      ]
    },
    {
      "type": 3,
      "name": "clip_link",
      "description": "Instead of a file: its web address, or a take of a result such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "language",
      "description": "What is spoken or sung; found out, if left out",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 60
    },
    {
      "name": "translate",
      "description": "Have the words in English",
      "required": false,
      "type": 5
    },
    {
      "name": "format",
      "description": "The only form you want; text and subtitles, if left out",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Plain text",
          "value": "plain_text"
        },
        {
          "name": "Formatted text",
          "value": "formatted_text"
        },
        {
          "name": "SRT subtitles",
          "value": "srt"
        },
        {
          "name": "WebVTT subtitles",
          "value": "vtt"
        }
      ]
    },
    {
      "name": "word_timestamps",
      "description": "Say when each word is heard, not only each line",
      "required": false,
      "type": 5
    },
    {
      "name": "seen_by",
      "description": "Who sees it; with \"Only me\" it comes to your direct messages",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everybody here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
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
