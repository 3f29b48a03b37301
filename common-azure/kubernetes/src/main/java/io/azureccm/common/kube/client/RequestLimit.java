package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * Delays each request to the Kubernetes API until a token bucket allows it; the caller's thread waits. Events have their own
 * bucket, so that events about many objects never delay the writes they are about. Reviews of tokens and of access do as
 * well, since clients of the port determine their number. After the wait, a write is sent only if its fence still allows it.
 */
record RequestLimit(TokenBucket requests, TokenBucket events, TokenBucket reviews) implements Interceptor {
    static final String NAME = "REQUEST_LIMIT";

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        try {
            Thread.sleep(reserve(request.uri().getPath()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted while waiting to send " + request.uri().getPath(),
                    new InterruptedIOException());
        }
        SendFence fence = tags.getTag(SendFence.class);
        if (fence != null)
            fence.check();
    }

    /** The delay of a request for this path. */
    Duration reserve(String path) {
        if (path.endsWith("/tokenreviews") || path.endsWith("/subjectaccessreviews"))
            return reviews.reserve();
        boolean isEvent = path.endsWith("/events") || path.contains("/events/");
        return (isEvent ? events : requests).reserve();
    }
}
