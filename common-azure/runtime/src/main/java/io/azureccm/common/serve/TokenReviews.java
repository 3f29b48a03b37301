package io.azureccm.common.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The user of a bearer token, by TokenReview. Results are cached by a keyed digest of the token, not by the token. */
public final class TokenReviews {
    private static final String PATH = "apis/authentication.k8s.io/v1/tokenreviews";
    private static final String DIGEST = "HmacSHA256";

    private final Reviews reviews;
    private final ReviewCache<String, Optional<UserInfo>> cache;
    private final SecretKeySpec key;

    public TokenReviews(Reviews reviews, Duration ttl) {
        this(reviews, ttl, System::nanoTime);
    }

    TokenReviews(Reviews reviews, Duration ttl, LongSupplier nanoTime) {
        this.reviews = reviews;
        this.cache = new ReviewCache<>(Optional::isPresent, response -> ttl, nanoTime);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, DIGEST);
    }

    /** Empty for a token that the API does not know; {@code address} is the one that the request came from. */
    Optional<UserInfo> user(String token, String address) throws ReviewFailed {
        return cache.get(digest(token), known -> ask(token, address, known));
    }

    private Optional<UserInfo> ask(String token, String address, boolean known) throws ReviewFailed {
        ObjectNode review = JsonNodeFactory.instance.objectNode()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenReview");
        review.putObject("spec").put("token", token);
        JsonNode status = reviews.ask(PATH, review, address, known);
        JsonNode user = status.path("user");
        String name = user.path("username").asText();
        return status.path("authenticated").asBoolean() && !name.isEmpty()
                ? Optional.of(UserInfo.authenticated(name, user.path("uid").asText(), texts(user.path("groups")),
                        extra(user.path("extra"))))
                : Optional.empty();
    }

    private static Map<String, List<String>> extra(JsonNode node) {
        Map<String, List<String>> extra = new TreeMap<>();
        node.properties().forEach(each -> extra.put(each.getKey(), texts(each.getValue())));
        return extra;
    }

    private static List<String> texts(JsonNode node) {
        return node.valueStream().map(JsonNode::asText).toList();
    }

    private String digest(String token) {
        try {
            Mac mac = Mac.getInstance(DIGEST);
            mac.init(key);
            return Base64.getEncoder().encodeToString(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + DIGEST, impossible);
        }
    }
}
