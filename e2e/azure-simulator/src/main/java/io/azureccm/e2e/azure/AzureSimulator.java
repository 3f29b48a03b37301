package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.arm.ArmService;
import io.azureccm.e2e.azure.arm.GroupService;
import io.azureccm.e2e.azure.arm.KnownTypes;
import io.azureccm.e2e.azure.arm.States;
import io.azureccm.e2e.azure.calls.CallLog;
import io.azureccm.e2e.azure.calls.Route;
import io.azureccm.e2e.azure.control.InstanceMetadata;
import io.azureccm.e2e.azure.arm.Machines;
import io.azureccm.e2e.azure.routing.Permissions;
import io.azureccm.e2e.azure.faults.FaultJson;
import io.azureccm.e2e.azure.faults.Faults;
import io.azureccm.e2e.azure.flows.NewFlows;
import io.azureccm.e2e.azure.flows.ProbeAnswers;
import io.azureccm.e2e.azure.http.CertificateAuthority;
import io.azureccm.e2e.azure.http.HttpFront;
import io.azureccm.e2e.azure.http.Reply;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.LatencyFile;
import io.azureccm.e2e.azure.operations.Operations;
import io.azureccm.e2e.azure.routing.ArmPipeline;
import io.azureccm.e2e.azure.routing.ArmRouter;
import io.azureccm.e2e.azure.arm.SeedLoader;
import io.azureccm.e2e.azure.store.Guids;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.throttling.Throttle;
import io.azureccm.e2e.azure.tokens.AppCredentials;
import io.azureccm.e2e.azure.tokens.LoginRoutes;
import io.azureccm.e2e.azure.tokens.ManagedIdentityRoutes;
import io.azureccm.e2e.azure.tokens.Tokens;
import io.azureccm.e2e.azure.types.PublicAddresses;
import io.azureccm.e2e.azure.types.World;
import io.azureccm.e2e.azure.wire.ArmRequest;
import io.azureccm.e2e.azure.wire.Json;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An Azure Resource Manager for tests, in this process: ARM and sign-in over HTTPS; ARM, managed identity, instance
 * metadata and the control API over HTTP. Starts empty or seeded; all resources are gone when it is closed.
 */
public final class AzureSimulator implements AutoCloseable {
    private static final String TENANT = "simulated-tenant";

    private final ArmService arm;
    private final States states;
    private final SeedLoader seeds;
    private final Tokens tokens;
    private final AppCredentials apps = new AppCredentials();
    private final Faults faults;
    private final Permissions permissions = new Permissions();
    private final CallLog calls = new CallLog();
    private final ProbeAnswers probes;
    private final NewFlows flows;
    private final Function<ArmRequest, Reply> secure;
    private final Optional<HttpFront> http;
    private volatile CertificateAuthority authority;
    private volatile HttpFront https;
    private volatile Latencies latencies;

    AzureSimulator(AzureSimulatorBuilder options) {
        probes = new ProbeAnswers(options.clock);
        World world = new World(new ResourceStore(), KnownTypes.all(), new Guids(options.randomSeed),
                new PublicAddresses(), options.settings(), options.clock, probes);
        arm = new ArmService(world, new Operations());
        GroupService groups = new GroupService(arm);
        states = new States(arm);
        flows = new NewFlows(states::one, probes);
        seeds = new SeedLoader(arm, groups);
        tokens = new Tokens(options.clock, options.acceptsAnyToken);
        faults = new Faults(options.clock, options.randomSeed);
        latencies = options.latencies;
        options.seeds.forEach(this::seed);
        ArmRouter router = new ArmRouter(arm, groups, permissions);
        LoginRoutes login = new LoginRoutes(tokens, apps, this::url);
        ManagedIdentityRoutes identity = new ManagedIdentityRoutes(tokens, options.clock);
        InstanceMetadata metadata = new InstanceMetadata(arm);
        ControlRoutes control = new ControlRoutes(this, arm);
        Throttle throttle = new Throttle(options.throttling, options.clock);
        Function<ArmRequest, Route> anywhere = request -> login.route(request).orElseGet(() -> router.route(request));
        secure = pipeline(anywhere, throttle)::handle;
        // Managed identity comes first, because its metadata path ends like that of the token endpoint.
        ArmPipeline plain = pipeline(request -> identity.route(request)
                .or(() -> metadata.route(request))
                .or(() -> control.route(request))
                .orElseGet(() -> anywhere.apply(request)), throttle);
        if (options.hasPorts)
            listen(options.httpsPort);
        http = options.hasPorts
                ? Optional.of(new HttpFront(options.httpPort, Optional.empty(), plain::handle))
                : Optional.empty();
    }

    private void listen(int httpsPort) {
        authority = new CertificateAuthority();
        https = new HttpFront(httpsPort, Optional.of(authority), secure);
    }

    /**
     * Answers a request like the HTTPS port does, on the caller's thread; header names are in lower case. All pauses
     * use the clock that the simulator was given.
     */
    public Reply answer(String method, URI target, Map<String, String> headers, byte[] body) {
        String base = target.getScheme() + "://" + target.getRawAuthority();
        return secure.apply(HttpFront.request(method, target, headers, body, base));
    }

    private ArmPipeline pipeline(Function<ArmRequest, Route> router, Throttle throttle) {
        return new ArmPipeline(new ArmPipeline.Parts(arm, router, tokens, throttle,
                faults, () -> latencies, calls));
    }

    public static AzureSimulatorBuilder builder() {
        return new AzureSimulatorBuilder();
    }

    /** An empty simulator on free ports with instant operations. */
    public static AzureSimulator start() {
        return builder().start();
    }

    /** ARM and sign-in: {@code https://localhost:port}. */
    public String url() {
        return https == null ? "https://localhost" : "https://localhost:" + https.port();
    }

    /** ARM, managed identity, metadata and control: {@code http://localhost:port}. */
    public String httpUrl() {
        return "http://localhost:" + http.orElseThrow().port();
    }

    /** Certificate of the authority that signed the HTTPS certificate, in PEM format. */
    public String caPem() {
        return authority.pem();
    }

    /** Creates another authority and uses a certificate of it from now on; closes open connections. */
    public void replaceCertificate() {
        int port = https.port();
        https.close();
        listen(port);
    }

    /** The credentials that apps may sign in with. */
    public AppCredentials apps() {
        return apps;
    }

    /** From now on, ARM treats every token issued so far as expired. */
    public void endTokens() {
        tokens.end();
    }

    /** A valid bearer token for ARM, for clients that do not sign in themselves. */
    public String token() {
        return token("https://management.azure.com/", Tokens.LIFE);
    }

    /** A token with another audience or lifetime, for tests of rejections; a negative lifetime has expired. */
    public String token(String audience, Duration life) {
        return tokens.issue(new Tokens.Subject(TENANT, "test-client"), audience, url() + "/" + TENANT + "/v2.0", life);
    }

    /** The active faults; also adds new ones. */
    public Faults faults() {
        return faults;
    }

    /** The permissions that the identity is reported to have. */
    public Permissions permissions() {
        return permissions;
    }

    /** The calls since the start or the last reset. */
    public CallLog calls() {
        return calls;
    }

    /** Replaces the latencies; running operations keep theirs. */
    public void latencies(Latencies value) {
        latencies = value;
    }

    /**
     * Loads more resources: a list of ARM resources, or an object with {@code resources}, {@code infrastructure},
     * {@code faults} and {@code latencies}.
     */
    public void seed(JsonNode seed) {
        seeds.load(seed);
        Json.objects(seed, "faults").forEach(fault -> faults.add(FaultJson.parse(fault)));
        if (seed.has("latencies"))
            latencies = LatencyFile.parse(seed.get("latencies"));
    }

    /** Every resource by ID, as returned by a GET. */
    public Map<String, JsonNode> state() {
        return states.all();
    }

    /** One resource as returned by a GET, by ID in any casing. */
    public Optional<JsonNode> resource(String id) {
        return states.one(id);
    }

    public ResourceStore.Snapshot snapshot() {
        return states.snapshot();
    }

    public void restore(ResourceStore.Snapshot moment) {
        states.restore(moment);
    }

    /** Inconsistencies in the state; empty if there are none. */
    public List<String> problems() {
        return states.problems();
    }

    /** Changes of machines by others than the clients: power, removal, scaling. */
    public Machines machines() {
        return new Machines(arm);
    }

    /** Which addresses respond to health probes. */
    public ProbeAnswers probes() {
        return probes;
    }

    /** The destinations of new flows. */
    public NewFlows flows() {
        return flows;
    }

    /** The number of running operations. */
    public int runningOperations() {
        return arm.settled(() -> arm.operations().running().size());
    }

    /** Changes the body of a resource like a user of the portal would, including elements of lists. */
    public void edit(String id, UnaryOperator<ObjectNode> change) {
        machines().edit(id, change);
    }

    /** Lets operations succeed that a fault keeps from ending. */
    public void endStuckOperations() {
        arm.settled(() -> arm.operations().loosen(arm.world().clock().now()));
    }

    @Override
    public void close() {
        http.ifPresent(front -> {
            https.close();
            front.close();
        });
    }
}
