package io.azureccm.common.arm.http;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.WritePermit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Single exchanges with ARM: adds the tokens, sends once, reads the response within the limits. It never retries a request,
 * with one exception: if ARM rejects the token, the token is replaced and the request, which ARM has not processed, is sent
 * again.
 */
public final class ArmWire {
    private static final HttpHeaderName AUXILIARY = HttpHeaderName.fromString("x-ms-authorization-auxiliary");
    private static final Pattern CLAIMS = Pattern.compile("claims=\"([^\"]+)\"");

    private final HttpPipeline pipeline;
    private final ArmTokens tokens;
    private final List<ArmTokens> auxiliary;
    private final ResponseReader reader;
    private final ArmExchangeGate gate;
    private final ArmExchangeListener listener;
    private final ArmClock clock;

    public ArmWire(HttpPipeline pipeline, ArmTokens tokens, List<ArmTokens> auxiliary, ResponseLimits limits,
            ArmExchangeListener listener, ArmClock clock) {
        this(pipeline, tokens, auxiliary, limits, ArmExchangeGate.OPEN, listener, clock);
    }

    public ArmWire(HttpPipeline pipeline, ArmTokens tokens, List<ArmTokens> auxiliary, ResponseLimits limits,
            ArmExchangeGate gate, ArmExchangeListener listener, ArmClock clock) {
        this.reader = new ResponseReader(limits, clock);
        this.gate = gate;
        this.listener = listener;
        this.pipeline = pipeline;
        this.tokens = tokens;
        this.auxiliary = List.copyOf(auxiliary);
        this.clock = clock;
    }

    /** Any response, including errors; throws {@link ArmException} if there is none. */
    public ArmResponse send(ArmRequest request) {
        ArmExchange exchange = new ArmExchange(request.kind(), request.target(), CallReason.current());
        try {
            String token = tokens.current();
            ArmResponse first = exchange(request, exchange, token);
            if (first.status() != 401) {
                tokens.accepted();
                return first;
            }
            Optional<String> other = tokens.replace(token, claims(first));
            if (other.isEmpty())
                return first;
            ArmResponse second = exchange(request, exchange, other.get());
            if (second.status() == 401)
                tokens.refuse(ArmErrors.of(request, second).getMessage());
            return second;
        } catch (TokenFailure failure) {
            throw new ArmException(ArmException.Kind.UNAUTHENTICATED, 0, failure.code(),
                    request.describe() + ": " + failure.getMessage(), "", failure.nextAttempt(), failure);
        }
    }

    private ArmResponse exchange(ArmRequest request, ArmExchange exchange, String token) {
        HttpRequest http = http(request, token);
        gate.admit(exchange);
        requireAllowed(request);
        long began = clock.nanoTime();
        try (HttpResponse received = pipeline.sendSync(http, Context.NONE)) {
            ArmResponse response = reader.read(request, received);
            Map<String, Integer> remaining = RecyclingHttpClient.remaining(received.getHeaders());
            reportExchange(request, response.status(), began, remaining);
            gate.answered(exchange, response.aboutLimits(remaining));
            return response;
        } catch (ArmException unusable) {
            reportExchange(request, unusable.status(), began, Map.of());
            throw unusable;
        } catch (IOException broken) {
            throw noAnswer(request, began, new UncheckedIOException(broken));
        } catch (RuntimeException failed) {
            throw noAnswer(request, began, failed);
        }
    }

    private static void requireAllowed(ArmRequest request) {
        Optional<String> refusal = request.kind().isRead() ? Optional.empty() : WritePermit.refusal();
        if (refusal.isPresent())
            throw new ArmException(ArmException.Kind.UNAVAILABLE, 0, WritePermit.REFUSED,
                    request.describe() + ": not sent: " + refusal.get(), "", null, null);
    }

    private ArmException noAnswer(ArmRequest request, long began, RuntimeException failed) {
        reportExchange(request, 0, began, Map.of());
        ConnectionFailures.Failure failure = ConnectionFailures.of(failed, request.server()).orElseThrow(() -> failed);
        if (failure.code().equals("Interrupted"))
            Thread.currentThread().interrupt();
        return ArmErrors.noAnswer(request, failure, failed);
    }

    private void reportExchange(ArmRequest request, int status, long began, Map<String, Integer> remaining) {
        listener.exchanged(request.counted(), request.target(), status,
                Duration.ofNanos(clock.nanoTime() - began), remaining);
    }

    private HttpRequest http(ArmRequest request, String token) {
        HttpRequest http;
        try {
            http = new HttpRequest(HttpMethod.valueOf(request.method()), request.url().toURL());
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("not a URL: " + request.url(), impossible);
        }
        http.setHeader(HttpHeaderName.ACCEPT, "application/json");
        http.setHeader(HttpHeaderName.AUTHORIZATION, "Bearer " + token);
        if (!auxiliary.isEmpty()) {
            http.setHeader(AUXILIARY,
                    auxiliary.stream().map(other -> "Bearer " + other.current()).collect(Collectors.joining(", ")));
        }
        if (!request.ifMatch().isEmpty())
            http.setHeader(HttpHeaderName.IF_MATCH, request.ifMatch());
        if (request.body() != null) {
            http.setBody(BinaryData.fromBytes(ArmBodies.write(request.body())));
            http.setHeader(HttpHeaderName.CONTENT_TYPE, "application/json");
        }
        return http;
    }

    /** The claims that a challenge requires for the next token, decoded from base64; "" if there are none. */
    private static String claims(ArmResponse response) {
        Matcher match = CLAIMS.matcher(response.header("WWW-Authenticate").orElse(""));
        if (!match.find())
            return "";
        try {
            return new String(Base64.getDecoder().decode(match.group(1)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }
}
