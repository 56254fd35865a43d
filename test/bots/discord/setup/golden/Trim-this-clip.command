{
  "type": 3,
  "name": "Trim this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
