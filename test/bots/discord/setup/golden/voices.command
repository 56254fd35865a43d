{
  "type": 1,
  "name": "voices",
  "description": "Browse voices and choose a default",
  "options": [
    {
      "name": "name",
      "description": "Part of the name (default: all voices)",
      "required": false,
      "type": 3,
      "max_length": 200,
      "autocomplete": true
    },
    {
      "name": "page",
      "description": "Page (default: the first)",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 999
    },
    {
      "name": "hear",
      "description": "Voice to hear (its sample is paid for once, then free)",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "pay",
      "description": "Maximum credits for the sample, such as 0.07 (default: ask first)",
      "required": false,
      "type": 3,
      "max_length": 20
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
