"""The grade of pro_capture, as packages/models/enhance/README.md specifies it."""
