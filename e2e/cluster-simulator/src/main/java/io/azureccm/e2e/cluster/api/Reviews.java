package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.RequestBody;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.schema.ResourceType;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Requests that are posted and answered without being stored: token reviews, access reviews, token requests. */
record Reviews(Access access, RequestBody bodies, Clock clock) {
    /** True for posts that this class answers. */
    static boolean covers(ResourceCall call) {
        return call.type().has(ResourceType.Trait.REVIEW) || isTokenRequest(call);
    }

    private static boolean isTokenRequest(ResourceCall call) {
        return call.type().storage().equals("serviceaccounts") && call.sub().equals("token");
    }

    ObjectNode answer(ResourceCall call, Caller caller) {
        if (!call.http().method().equals("POST"))
            throw ApiError.methodNotAllowed();
        ObjectNode review = bodies.object(call.http());
        if (isTokenRequest(call))
            return token(call, review);
        review.put("kind", call.type().kind()).put("apiVersion", call.type().apiVersion());
        Json.ensure(review, "metadata");
        switch (call.type().kind()) {
            case "TokenReview" -> tokenReview(review);
            case "SelfSubjectReview" -> review.putObject("status").set("userInfo", caller.userInfo());
            case "SelfSubjectAccessReview" -> accessReview(review, caller);
            case "SubjectAccessReview", "LocalSubjectAccessReview" -> accessReview(review, subject(review));
            default -> throw ApiError.methodNotAllowed();
        }
        return review;
    }

    private ObjectNode token(ResourceCall call, ObjectNode request) {
        JsonNode seconds = Json.at(request, "spec", "expirationSeconds");
        Duration life = Duration.ofSeconds(seconds == null ? 3600 : seconds.asLong());
        request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        Json.ensure(request, "metadata").put("name", call.name()).put("namespace", call.namespace());
        request.putObject("status")
                .put("token", token(call, Json.text(request, "spec", "boundObjectRef", "name"),
                        Json.text(request, "spec", "boundObjectRef", "kind")))
                .put("expirationTimestamp", clock.instant().plus(life).truncatedTo(ChronoUnit.SECONDS).toString());
        return request;
    }

    private String token(ResourceCall call, String bound, String kind) {
        return kind.equals("Pod")
                ? access.podToken(call.namespace(), call.name(), bound)
                : access.serviceAccountToken(call.namespace(), call.name());
    }

    private void tokenReview(ObjectNode review) {
        Optional<Caller> known = access.ofToken(Json.text(review, "spec", "token"));
        ObjectNode status = review.putObject("status");
        status.put("authenticated", known.isPresent());
        known.ifPresentOrElse(caller -> status.set("user", caller.userInfo()),
                () -> status.put("error", "invalid bearer token"));
    }

    private void accessReview(ObjectNode review, Caller caller) {
        JsonNode wanted = Json.at(review, "spec", "resourceAttributes");
        JsonNode path = Json.at(review, "spec", "nonResourceAttributes");
        if ((wanted == null) == (path == null))
            throw ApiError.of(422, "Invalid", "spec: exactly one of nonResourceAttributes or resourceAttributes must be"
                    + " specified");
        boolean allowed = path != null
                ? access.rbac().allowsPath(caller, Json.text(path, "verb"), Json.text(path, "path"))
                : access.rbac().allows(caller, wish(wanted));
        ObjectNode status = review.putObject("status").put("allowed", allowed);
        if (!allowed)
            status.put("reason", "");
    }

    private static RbacRules.Wish wish(JsonNode wanted) {
        String sub = Json.text(wanted, "subresource");
        return new RbacRules.Wish(Json.text(wanted, "verb"), Json.text(wanted, "group"),
                Json.text(wanted, "resource") + (sub.isEmpty() ? "" : "/" + sub), Json.text(wanted, "namespace"),
                Json.text(wanted, "name"));
    }

    private static Caller subject(ObjectNode review) {
        return new Caller(Json.text(review, "spec", "user"), Json.text(review, "spec", "uid"),
                Json.texts(review, "spec", "groups"));
    }
}
