# The files of a policy folder as an image, from which the deployment takes them; what was learned from them is in their `.bylaw`.
#
#   docker build -f deploy/kubernetes/policy.Dockerfile -t bylaw-policy:REVISION our-policy
FROM busybox:1.37
COPY . /files
