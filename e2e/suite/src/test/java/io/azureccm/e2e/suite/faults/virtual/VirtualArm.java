package io.azureccm.e2e.suite.faults.virtual;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeader;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.gateway.ArmTransport;
import io.azureccm.common.arm.gateway.PipelineArmGateway;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.arm.http.ArmTokens;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.http.Reply;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.suite.faults.cluster.Pace;
import io.azureccm.e2e.suite.faults.instance.GatedGateway;
import io.azureccm.e2e.suite.faults.instance.KillSwitch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The gateway to ARM as controllers have it, with the simulator called in the place of a connection. */
public final class VirtualArm implements HttpClient {
    private static final String ENDPOINT = "https://management.azure.com";
    private static final Duration TOKEN_LIFE = Duration.ofHours(12);

    private final AzureSimulator azure;
    private final KillSwitch killSwitch;

    /** The name that calls are logged under, and the user agent. */
    public record Client(String name, String agent) {}

    private VirtualArm(AzureSimulator azure, KillSwitch killSwitch) {
        this.azure = azure;
        this.killSwitch = killSwitch;
    }

    /** What is sent is logged under the name; a dead one sends nothing. */
    public static ArmGateway gateway(AzureSimulator azure, VirtualTime time, String name, OperationSettings operations,
            KillSwitch killSwitch) {
        return new VirtualArm(azure, killSwitch).gateway(time, new Client(name, name), operations,
                ArmExchangeGate.OPEN);
    }

    /** The same for one that never dies; each request waits for the gate. */
    public static ArmGateway gateway(AzureSimulator azure, VirtualTime time, Client client,
            OperationSettings operations, ArmExchangeGate gate) {
        return new VirtualArm(azure, new KillSwitch()).gateway(time, client, operations, gate);
    }

    /** The same with the limits and retries of an app around each call. */
    public static ArmGateway guarded(AzureSimulator azure, VirtualTime time, App app, String name, Pace pace,
            ArmConfig config, KillSwitch killSwitch) {
        ArmBudget budget = new ArmBudget(pace.budget(app), time, BudgetListener.NONE);
        return new ResilientArmGateway(
                new VirtualArm(azure, killSwitch).gateway(time, new Client(name, name), pace.operations(),
                        budget.gate()),
                pace.calls(config)
                        .policy(new ArmCallPolicy.Reports(time,
                                new Random(name.hashCode())::nextDouble, budget, call -> {})));
    }

    private ArmGateway gateway(VirtualTime time, Client client, OperationSettings operations, ArmExchangeGate gate) {
        ArmTokens tokens = new ArmTokens(() -> new Token(client.name(), time),
                new ArmTokens.TokenRequest(ENDPOINT + "/.default", "", "nobody"), time);
        ArmWire wire = new ArmWire(ArmTransport.pipeline(this, client.agent()), tokens, List.of(),
                ResponseLimits.DEFAULT,
                gate,
                (verb, target, status, took, left) -> {}, time);
        return new GatedGateway(new PipelineArmGateway(ArmEndpoint.of(ENDPOINT), ApiVersions.AZURE, wire, operations,
                ResponseLimits.DEFAULT, time), killSwitch);
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.fromCallable(() -> sendSync(request, Context.NONE));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        killSwitch.live();
        Map<String, String> headers = new LinkedHashMap<>();
        for (HttpHeader header : request.getHeaders())
            headers.put(header.getName().toLowerCase(Locale.ROOT), header.getValue());
        BinaryData body = request.getBodyAsBinaryData();
        try {
            Reply reply = azure.answer(request.getHttpMethod().toString(), request.getUrl().toURI(), headers,
                    body == null ? new byte[0] : body.toBytes());
            return switch (reply.delivery()) {
                case WHOLE, PADDED -> new Response(request, reply.response());
                case HALF -> throw lost("closed before the answer was complete");
                case NONE -> throw lost("closed without an answer");
            };
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private static UncheckedIOException lost(String how) {
        return new UncheckedIOException(new IOException(how));
    }

    /** The simulator takes any token and reads who sends it. */
    private record Token(String name, VirtualTime time) implements TokenCredential {
        @Override
        public Mono<AccessToken> getToken(TokenRequestContext request) {
            return Mono.fromCallable(() -> getTokenSync(request));
        }

        @Override
        public AccessToken getTokenSync(TokenRequestContext request) {
            String claims = "{\"appid\": \"" + name + "\", \"at\": " + time.nanoTime() + "}";
            String text = "e30." + Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".sig";
            return new AccessToken(text, time.now().plus(TOKEN_LIFE).atOffset(ZoneOffset.UTC));
        }
    }

    /** An answer with its whole body. */
    private static final class Response extends HttpResponse {
        private final int status;
        private final HttpHeaders headers = new HttpHeaders();
        private final byte[] body;

        Response(HttpRequest request, ArmResponse answer) {
            super(request);
            this.status = answer.status();
            this.body = answer.body();
            answer.headers().forEach((name, value) -> headers.set(HttpHeaderName.fromString(name), value));
            if (body.length > 0)
                headers.set(HttpHeaderName.CONTENT_TYPE, answer.contentType());
        }

        @Override
        public int getStatusCode() {
            return status;
        }

        @Deprecated
        @Override
        public String getHeaderValue(String name) {
            return headers.getValue(HttpHeaderName.fromString(name));
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public Flux<ByteBuffer> getBody() {
            return Flux.just(ByteBuffer.wrap(body));
        }

        @Override
        public BinaryData getBodyAsBinaryData() {
            return BinaryData.fromBytes(body);
        }

        @Override
        public Mono<byte[]> getBodyAsByteArray() {
            return Mono.just(body);
        }

        @Override
        public Mono<String> getBodyAsString() {
            return getBodyAsString(StandardCharsets.UTF_8);
        }

        @Override
        public Mono<String> getBodyAsString(Charset charset) {
            return Mono.just(new String(body, charset));
        }
    }
}
