package io.azureccm.common.observe.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.config.options.App;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.explain.Explainer;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.core.explain.Picture;
import io.azureccm.common.core.explain.Picture.Box;
import io.azureccm.common.core.explain.Picture.Column;
import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.ArmReachability;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.ControllerState.Leadership;
import io.azureccm.common.observe.ControllerState.OtherPrograms;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The console of a controller with Services whose texts try to be tags, on a port of this machine. */
final class ServedConsole implements AutoCloseable {
    static final String EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    static final String PORTAL = "https://portal.azure.com";
    /** Nobody listens there. */
    static final String ROUTES = "http://127.0.0.1:1/actuator/console";
    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01Z");
    private static final ArmId BALANCER = ArmId.of("sub", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");

    private final List<Explanation> objects = new ArrayList<>();
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 10, Clock.fixed(NOW, ZoneOffset.UTC),
            () -> "");
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> healthAsked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ConsoleEndpoint console;
    private boolean leading = true;

    ServedConsole() throws IOException {
        console = new ConsoleEndpoint(new ConsoleEndpoint.Sources(
                new ConsoleEndpoint.About("service-controller", "production", () -> Optional.of(PORTAL),
                        Map.of("routes", ROUTES), OtherAppsTest.trust()),
                this::state,
                new Explanations(this::explainer, journal, () -> state().leadership()), journal,
                new ArmBudget(BudgetSettings.of(App.SERVICE), ArmClock.system(), BudgetListener.NONE),
                OrphanRegister.off()));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private Explainer explainer() {
        return new Explainer() {
            @Override
            public Optional<Explanation> explain(String subject) {
                return leading
                        ? objects.stream().filter(each -> each.name().equals(subject)).findFirst()
                        : Optional.empty();
            }

            @Override
            public List<Picture> pictures() {
                return List.of(new Picture("Load balancer kubernetes", List.of(
                        new Column("Frontends", objects.stream()
                                .map(each -> new Box(each.name(), each.name(), List.of(EVIL), Optional.empty(),
                                        List.of("rule")))
                                .toList()),
                        new Column("Rules", List.of(
                                new Box("rule", "rule", List.of(EVIL), Optional.of(Change.Kind.REMOVE), List.of()))))));
            }

            @Override
            public Optional<Section> health(String subject) {
                healthAsked.add(subject);
                return Optional.of(new Section("backends, as Azure sees them",
                        List.of(new Line("  vmss-a000001 (10.240.0.11)", "down", EVIL + ", node ready"))));
            }

            @Override
            public Optional<List<Explanation>> explainAll() {
                return leading
                        ? Optional.of(objects.stream().map(Explanation::withoutSections).toList())
                        : Optional.empty();
            }
        };
    }

    /** {@code 127.0.0.1:PORT}. */
    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Of a page; "" is the overview. */
    String address(String path) {
        return "http://" + authority() + "/actuator/console" + path;
    }

    /** The paths that were asked for, in order. */
    List<String> asked() {
        return asked;
    }

    /** Whose health of backends was asked for, in order. */
    List<String> healthAsked() {
        return healthAsked;
    }

    void standBy() {
        leading = false;
    }

    /** One of fifty has failed, one is refused; and a plan that changes something for the first. */
    void addServices(int count) {
        for (int i = 0; i < count; i++)
            objects.add(new Explanation("Service", "shop/web-%03d".formatted(i),
                    i % 50 == 7 ? State.FAILED : i % 50 == 3 ? State.REFUSED : State.PROGRAMMED, EVIL,
                    i % 50 == 9 ? List.of(new Line("UnknownAnnotation", EVIL, "")) : List.of(),
                    List.of(new Section("asks for", List.of(new Line("port", EVIL, EVIL))),
                            new Section(Section.IN_AZURE, List.of(
                                    new Line("load balancer", "kubernetes", "", BALANCER.toString()),
                                    new Line("rule", EVIL, ""), new Line("rule", "other", "")))),
                    "2026-05-04T03:00:00Z"));
        ArmId address = ArmId.of("sub", "rg", ArmTypes.PUBLIC_IP, "kubernetes-a1");
        journal.planned(new Plan("lb=kubernetes", List.of(Operation
                .put(BALANCER, JsonNodeFactory.instance.objectNode(), "", List.of(
                        Change.add("rule", "web-TCP-80", new Cause("ServiceAdded", "shop/web-000")),
                        Change.update("frontend", "web",
                                List.of(new FieldChange("properties.tag", "", "\"" + EVIL + "\"")),
                                Cause.of("ServiceChanged"))))
                .forSubjects(Set.of("shop/web-000")), Operation.delete(address, List.of())),
                List.of(new Refusal("InvalidAnnotation", "shop/web-003", EVIL)), Plan.Basis.NONE));
    }

    /** One that has a machine and no rules. */
    void addNode() {
        objects.add(new Explanation("Node", "node-1", State.PROGRAMMED, "", List.of(
                new Section(Section.IN_AZURE,
                        List.of(new Line("machine", "vm-1", ""), new Line("rule", "none", ""))))));
    }

    private ControllerState state() {
        return new ControllerState(leading ? ControllerState.Phase.LEADING : ControllerState.Phase.STANDBY,
                new Leadership(leading, "lease", NOW, leading ? "me" : "pod-2_" + EVIL, Optional.empty(),
                        OtherPrograms.NONE),
                new ControllerState.Work(Duration.ZERO, Duration.ofSeconds(60), Optional.empty()),
                new ControllerState.Kubernetes(List.of()),
                new ControllerState.Azure(new ArmReachability.Reach(Optional.empty(), "", NOW, NOW), 0, Map.of(),
                        List.of(), Optional.empty()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        URI address = exchange.getRequestURI();
        asked.add(address.getPath());
        WebEndpointResponse<String> page = page(address);
        byte[] body = page.getBody().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", String.valueOf(page.getContentType()));
        exchange.getResponseHeaders().set("Content-Security-Policy", HtmlPage.CONTENT_SECURITY_POLICY);
        exchange.sendResponseHeaders(page.getStatus(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private WebEndpointResponse<String> page(URI address) {
        String[] parts = address.getPath().split("/");
        Map<String, String> query = new HashMap<>();
        if (address.getRawQuery() != null)
            for (String pair : address.getRawQuery().split("&"))
                query.put(pair.split("=", 2)[0],
                        URLDecoder.decode(pair.contains("=") ? pair.split("=", 2)[1] : "", StandardCharsets.UTF_8));
        return switch (parts.length) {
            case 3 -> console.overview(query.get("state"), query.get("name"), Boolean.valueOf(query.get("warned")),
                    number(query.get("page")), number(query.get("reload")));
            case 4 -> console.page(parts[3], query.get("name"), number(query.get("reload")));
            case 5 -> console.part(parts[3], parts[4], number(query.get("reload")));
            default -> console.namespaced(parts[3], parts[4], parts[5], number(query.get("reload")));
        };
    }

    private static Integer number(String text) {
        return text == null ? null : Integer.valueOf(text);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
