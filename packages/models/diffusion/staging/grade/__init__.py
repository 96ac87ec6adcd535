"""The grade of pro_capture, as packages/models/rendered/src/pro-capture/README.md specifies it."""
