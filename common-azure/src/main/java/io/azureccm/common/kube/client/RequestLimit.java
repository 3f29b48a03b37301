package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Holds each request to the Kubernetes API back until a token bucket allows it; the caller's thread waits. Events have a bucket
 * of their own, so that news about many objects never delay the writes they are about; so do reviews of tokens and of access,
 * whose number is up to those who knock at the port.
 */
final class RequestLimit implements Interceptor {
    static final String NAME = "REQUEST_LIMIT";

    private final TokenBucket requests;
    private final TokenBucket events;
    private final TokenBucket reviews;

    RequestLimit(TokenBucket requests, TokenBucket events, TokenBucket reviews) {
        this.requests = requests;
        this.events = events;
        this.reviews = reviews;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        try {
            Thread.sleep(reserve(request.uri().getPath()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(
                    new InterruptedIOException("interrupted while waiting to send " + request.uri().getPath()));
        }
    }

    /** How long a request for this path has to wait. */
    Duration reserve(String path) {
        if (path.endsWith("/tokenreviews") || path.endsWith("/subjectaccessreviews"))
            return reviews.reserve();
        boolean isEvent = path.endsWith("/events") || path.contains("/events/");
        return (isEvent ? events : requests).reserve();
    }
}
