package io.azureccm.common.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeFailures;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests reviews from a Kubernetes API. The client retries each briefly, and it is given up after ten seconds; the number
 * of concurrent reviews is limited, so that requests at the port take no API capacity from the controller, nor from each
 * other.
 */
public final class Reviews {
    private static final Logger LOG = LoggerFactory.getLogger(Reviews.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    /** Sends a review to the API, and returns the answer. */
    public interface Api {
        JsonNode post(String path, JsonNode review);

        /** Why a review had no answer, in one line. */
        String describe(RuntimeException failure);
    }

    private final Api api;
    private final ReviewLimiter room = new ReviewLimiter(MAX_WAIT);

    public Reviews(ApiRequests requests, String url) {
        this(new Api() {
            private final ApiRequests limited = requests.within(LIMIT);

            @Override
            public JsonNode post(String path, JsonNode review) {
                return limited.post(path, review);
            }

            @Override
            public String describe(RuntimeException failure) {
                return KubeFailures.describe(url, failure);
            }
        });
    }

    public Reviews(Api api) {
        this.api = api;
    }

    /** There is no result: too many requests wait for one, or the API did not send a usable one. */
    static final class ReviewFailed extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean busy;

        ReviewFailed(String message, boolean busy, Throwable cause) {
            super(message, cause);
            this.busy = busy;
        }

        boolean isBusy() {
            return busy;
        }
    }

    /**
     * The {@code status} of the review, for a client at this address; {@code known} if the last answer to the same question was
     * positive.
     */
    JsonNode ask(String path, JsonNode review, String address, boolean known) throws ReviewFailed {
        return room.ask(address, known, () -> send(path, review));
    }

    private JsonNode send(String path, JsonNode review) throws ReviewFailed {
        try {
            return api.post(path, review).path("status");
        } catch (RuntimeException failed) {
            String why = api.describe(failed);
            LOG.warn("A request at the port could not be authorized: {}", why);
            throw new ReviewFailed(why, false, failed);
        }
    }
}
