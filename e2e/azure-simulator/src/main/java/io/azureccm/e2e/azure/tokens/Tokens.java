package io.azureccm.e2e.azure.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.SimClock;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Bearer tokens: JWTs that the simulator signs and verifies for ARM. */
public final class Tokens {
    /** Lifetime of a token. */
    public static final Duration LIFE = Duration.ofSeconds(3599);
    private static final List<String> AUDIENCES = List.of("https://management.azure.com",
            "https://management.core.windows.net", "https://management.chinacloudapi.cn",
            "https://management.core.chinacloudapi.cn", "https://management.usgovcloudapi.net",
            "https://management.core.usgovcloudapi.net");

    private final byte[] key = "simulated-tokens-are-worth-nothing".getBytes(StandardCharsets.UTF_8);
    private final SimClock clock;
    private final boolean acceptAnything;
    private final AtomicLong issued = new AtomicLong();
    private volatile long ended;

    public Tokens(SimClock clock, boolean acceptAnything) {
        this.clock = clock;
        this.acceptAnything = acceptAnything;
    }

    /** The identity in a token. */
    public record Subject(String tenant, String client) {}

    /** From now on, every token issued so far counts as expired. */
    public void end() {
        ended = issued.get();
    }

    /** A signed token for the audience; a negative lifetime creates an expired one. */
    public String issue(Subject subject, String audience, String issuer, Duration life) {
        long now = clock.now().getEpochSecond();
        ObjectNode claims = Json.object()
                .put("aud", audience)
                .put("iss", issuer)
                .put("iat", now)
                .put("nbf", now - 300)
                .put("exp", now + life.toSeconds())
                .put("appid", subject.client())
                .put("oid", subject.client())
                .put("tid", subject.tenant())
                .put("sub", subject.client())
                .put("uti", Long.toString(issued.incrementAndGet()))
                .put("ver", "1.0");
        String head = encode(Json.bytes(Json.object().put("typ", "JWT").put("alg", "HS256")));
        String signed = head + "." + encode(Json.bytes(claims));
        return signed + "." + encode(sign(signed));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private byte[] sign(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The client ID of the caller; rejects a missing, foreign, expired or misdirected token with 401. */
    public String principal(ArmRequest request) {
        String header = request.header("Authorization").orElse("");
        if (acceptAnything)
            return header.isEmpty() ? "anonymous" : clientOf(header);
        if (!header.toLowerCase(Locale.ROOT).startsWith("bearer "))
            throw refuse(request, "AuthenticationFailed");
        String token = header.substring(7).trim();
        String[] parts = token.split("\\.");
        if (parts.length != 3 || !MessageDigest.isEqual(sign(parts[0] + "." + parts[1]), decode(parts[2])))
            throw refuse(request, "InvalidAuthenticationToken");
        JsonNode claims = Json.parseOrEmpty(decode(parts[1]));
        if (Json.at(claims, "exp").asLong() <= clock.now().getEpochSecond()
                || Json.at(claims, "uti").asLong() <= ended)
            throw refuse(request, "ExpiredAuthenticationToken");
        String audience = Json.textOr(claims, "", "aud");
        if (!acceptable(request, audience))
            throw refuse(request, "InvalidAuthenticationTokenAudience", audience);
        return Json.textOr(claims, "unknown", "appid");
    }

    private static boolean acceptable(ArmRequest request, String audience) {
        String bare = audience.replaceAll("/+$", "");
        return AUDIENCES.contains(bare) || bare.equalsIgnoreCase(request.base());
    }

    private static String clientOf(String header) {
        String[] parts = header.split("\\.");
        return parts.length == 3 ? Json.textOr(Json.parseOrEmpty(decode(parts[1])), "unknown", "appid") : "unknown";
    }

    private static byte[] decode(String part) {
        try {
            return Base64.getUrlDecoder().decode(part);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static ArmError refuse(ArmRequest request, String refusal, Object... values) {
        ArmError error = ArmError.of(refusal, values);
        return error.header("WWW-Authenticate",
                "Bearer authorization_uri=\"" + request.base() + "/common\", error=\"invalid_token\","
                        + " error_description=\"" + error.getMessage().replace("\"", "'") + "\"");
    }
}
