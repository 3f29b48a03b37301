package io.azureccm.common.arm.gateway;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import io.azureccm.common.arm.ApiVersions;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.VirtualClock;
import io.azureccm.common.arm.http.ArmEndpoint;
import io.azureccm.common.arm.http.ArmExchangeGate;
import io.azureccm.common.arm.http.ArmTokens;
import io.azureccm.common.arm.http.ArmTokens.TokenRequest;
import io.azureccm.common.arm.http.ArmWire;
import io.azureccm.common.arm.http.ResponseLimits;
import io.azureccm.common.arm.http.TrustFiles;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.arm.operation.OperationSettings;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A gateway on a scripted server and a virtual clock, with tokens that need no server. */
public final class ScriptedArm implements AutoCloseable {
    public static final String SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";
    public static final ArmId LB = ArmId.of(SUBSCRIPTION, "rg", ArmTypes.LOAD_BALANCER, "kubernetes");
    public static final String LB_PATH = LB.toString();

    /** The load balancer as ARM shows it, with further members. */
    public static String shown(String members) {
        return shown(LB, members);
    }

    /** A resource as ARM shows it: what every resource has, with its properties last, and further members. */
    public static String shown(ArmId id, String members) {
        String more = members.isEmpty() || members.startsWith(",") ? members : "," + members;
        return "{\"id\":\"" + id + "\",\"name\":\"" + id.name() + "\"" + more
                + (members.contains("\"properties\"") ? "}" : ",\"properties\":{}}");
    }

    public final ScriptedServer server;
    public final VirtualClock clock = new VirtualClock();
    public final PipelineArmGateway gateway;
    private int issued;

    public ScriptedArm() {
        this(OperationSettings.DEFAULT, ResponseLimits.DEFAULT);
    }

    public ScriptedArm(OperationSettings operations) {
        this(operations, ResponseLimits.DEFAULT);
    }

    ScriptedArm(OperationSettings operations, ResponseLimits limits) {
        this(operations, limits, ArmExchangeGate.OPEN);
    }

    public ScriptedArm(OperationSettings operations, ArmExchangeGate gate) {
        this(operations, ResponseLimits.DEFAULT, gate);
    }

    private ScriptedArm(OperationSettings operations, ResponseLimits limits, ArmExchangeGate gate) {
        server = new ScriptedServer();
        ArmWire wire = wire(tokens(request -> issued++ == 0 ? "token" : "token-" + issued, clock), TrustFiles.SHARED,
                limits, gate, clock);
        gateway = new PipelineArmGateway(ArmEndpoint.of(server.base()), ApiVersions.AZURE, wire, operations, limits,
                clock);
    }

    public static ArmWire wire(String base, ArmTokens tokens, TrustedCertificates trust, ArmClock clock) {
        return wire(tokens, trust, ResponseLimits.DEFAULT, ArmExchangeGate.OPEN, clock);
    }

    private static ArmWire wire(ArmTokens tokens, TrustedCertificates trust, ResponseLimits limits,
            ArmExchangeGate gate,
            ArmClock clock) {
        ArmClientSettings settings = new ArmClientSettings("agent/1", OperationSettings.DEFAULT, limits,
                Duration.ofMinutes(2), Duration.ofMinutes(2), 0);
        return new ArmWire(
                ArmTransport.pipeline(ArmTransport.open(trust.context(), settings, clock), settings.userAgent()),
                tokens, List.of(), limits, gate, (verb, target, status, took, remaining) -> {}, clock);
    }

    public static ArmTokens tokens(Function<TokenRequestContext, String> source, ArmClock clock) {
        TokenCredential credential = new TokenCredential() {
            @Override
            public Mono<AccessToken> getToken(TokenRequestContext request) {
                return Mono.fromCallable(() -> getTokenSync(request));
            }

            @Override
            public AccessToken getTokenSync(TokenRequestContext request) {
                return new AccessToken(source.apply(request),
                        clock.now().plus(Duration.ofHours(1)).atOffset(ZoneOffset.UTC));
            }
        };
        return new ArmTokens(() -> credential, new TokenRequest("https://arm/.default", "", "login.test:443"), clock);
    }

    /** What the gateway slept between calls. */
    public List<Duration> sleeps() {
        return clock.sleeps();
    }

    @Override
    public void close() {
        server.close();
    }

}
