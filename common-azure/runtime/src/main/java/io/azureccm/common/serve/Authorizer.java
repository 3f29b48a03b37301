package io.azureccm.common.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Whether a user may request a path: members of {@code system:masters} may request all, for others the Kubernetes API
 * decides.
 */
public final class Authorizer {
    private static final String PATH = "apis/authorization.k8s.io/v1/subjectaccessreviews";

    /** The decision, and the reason that the API gives. */
    record Decision(boolean allowed, String reason) {}

    private record AccessRequest(UserInfo user, String verb, String path) {}

    private final Reviews reviews;
    private final List<String> open;
    private final ReviewCache<AccessRequest, Decision> cache;

    public Authorizer(Reviews reviews, AuthorizationOptions options) {
        this(reviews, options, System::nanoTime);
    }

    Authorizer(Reviews reviews, AuthorizationOptions options, LongSupplier nanoTime) {
        this.reviews = reviews;
        this.open = options.alwaysAllowPaths()
                .stream()
                .map(path -> path.startsWith("/") ? path : "/" + path)
                .toList();
        this.cache = new ReviewCache<>(Decision::allowed,
                response -> response.allowed() ? options.allowedTtl() : options.deniedTtl(), nanoTime);
    }

    /** Whether everybody may request the path, including anonymous users. */
    boolean isOpen(String path) {
        return open.stream()
                .anyMatch(each -> each.endsWith("*")
                        ? path.startsWith(each.substring(0, each.length() - 1))
                        : path.equals(each));
    }

    /** {@code address} is the one that the request came from. */
    Decision decide(UserInfo user, String verb, String path, String address) throws ReviewFailed {
        return user.groups().contains(UserInfo.MASTERS)
                ? new Decision(true, "")
                : cache.get(new AccessRequest(user, verb, path),
                        known -> status(review(user, verb, path), address, known));
    }

    private Decision status(ObjectNode review, String address, boolean known) throws ReviewFailed {
        JsonNode status = reviews.ask(PATH, review, address, known);
        return new Decision(status.path("allowed").asBoolean() && !status.path("denied").asBoolean(),
                PrintableText.of(status.path("reason").asText(), PrintableText.MESSAGE));
    }

    private static ObjectNode review(UserInfo user, String verb, String path) {
        ObjectNode review = JsonNodeFactory.instance.objectNode()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec").put("user", user.name());
        if (!user.uid().isEmpty())
            spec.put("uid", user.uid());
        user.groups().forEach(spec.putArray("groups")::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = spec.putObject("extra");
            user.extra().forEach((key, values) -> {
                ArrayNode array = extra.putArray(key);
                values.forEach(array::add);
            });
        }
        spec.putObject("nonResourceAttributes").put("path", path).put("verb", verb);
        return review;
    }
}
