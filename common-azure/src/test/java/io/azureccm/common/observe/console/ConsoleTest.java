package io.azureccm.common.observe.console;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.azureccm.common.observe.ArmReach;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The console as a browser sees it: pages, the links between them, and what they must never do. */
class ConsoleTest {
    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01Z");
    private static final String EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    private static final ArmId BALANCER = ArmId.of("sub", "rg", ArmTypes.LOAD_BALANCER, "kubernetes");

    private final List<Explanation> objects = new ArrayList<>();
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 10, Clock.fixed(NOW, ZoneOffset.UTC),
            () -> "");
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final WebClient browser = new WebClient();
    private final List<String> styleProblems = new CopyOnWriteArrayList<>();
    private boolean leading = true;
    private HttpServer server;
    private ConsoleEndpoint console;

    @BeforeEach
    void serve() throws IOException {
        Explainer explainer = new Explainer() {
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
                                .map(each -> new Box(each.name(), EVIL, Optional.empty(), List.of("rule")))
                                .toList()),
                        new Column("Rules", List.of(
                                new Box("rule", EVIL, Optional.of(Change.Kind.REMOVE), List.of()))))));
            }

            @Override
            public Optional<List<Explanation>> explainAll() {
                return leading
                        ? Optional.of(objects.stream().map(Explanation::withoutSections).toList())
                        : Optional.empty();
            }
        };
        console = new ConsoleEndpoint(new ConsoleEndpoint.Sources("service-controller", "production", this::state,
                new Explanations(explainer, journal, () -> state().leadership()), journal,
                new ArmBudget(BudgetSettings.of(App.SERVICE), ArmClock.system(), BudgetListener.NONE),
                OrphanRegister.off()));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        browser.setCssErrorHandler(new org.htmlunit.cssparser.parser.CSSErrorHandler() {
            @Override
            public void warning(org.htmlunit.cssparser.parser.CSSParseException problem) {
                styleProblems.add(problem.getMessage());
            }

            @Override
            public void error(org.htmlunit.cssparser.parser.CSSParseException problem) {
                styleProblems.add(problem.getMessage());
            }

            @Override
            public void fatalError(org.htmlunit.cssparser.parser.CSSParseException problem) {
                styleProblems.add(problem.getMessage());
            }
        });
    }

    @AfterEach
    void stop() {
        browser.close();
        server.stop(0);
    }

    private ControllerState state() {
        return new ControllerState(leading ? ControllerState.Phase.LEADING : ControllerState.Phase.STANDBY,
                new Leadership(leading, "lease", NOW, leading ? "me" : "pod-2_" + EVIL, Optional.empty(),
                        OtherPrograms.NONE),
                new ControllerState.Work(Duration.ZERO, Duration.ofSeconds(60), Optional.empty()),
                new ControllerState.Kubernetes(List.of(), Optional.empty()),
                new ControllerState.Azure(new ArmReach.Reach(Optional.empty(), "", NOW, NOW), 0, Map.of(),
                        Optional.empty()));
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
            case 3 -> console.overview(query.get("state"), query.get("name"),
                    query.containsKey("page") ? Integer.valueOf(query.get("page")) : null);
            case 4 -> console.page(parts[3], query.get("name"));
            case 5 -> console.part(parts[3], parts[4]);
            default -> console.namespaced(parts[3], parts[4], parts[5]);
        };
    }

    private org.htmlunit.html.HtmlPage open(String path) throws IOException {
        return browser.getPage("http://127.0.0.1:" + server.getAddress().getPort() + "/actuator/console" + path);
    }

    private void addServices(int count) {
        for (int i = 0; i < count; i++)
            objects.add(new Explanation("Service", "shop/web-%03d".formatted(i),
                    i % 50 == 7 ? State.FAILED : i % 50 == 3 ? State.REFUSED : State.PROGRAMMED, EVIL,
                    List.of(new Section("asks for", List.of(new Line("port", EVIL, EVIL))))));
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

    private static HtmlTable table(org.htmlunit.html.HtmlPage page, int index) {
        return (HtmlTable) page.getElementsByTagName("table").get(index);
    }

    @Test
    void everyPageThatIsLinkedIsThereAndLoadsAndRunsNothing() throws IOException {
        addServices(20);
        Set<String> seen = new HashSet<>();
        List<String> left = new ArrayList<>(List.of(""));
        int asking = 0;
        while (!left.isEmpty() && seen.size() < 60) {
            String path = left.removeFirst();
            if (!seen.add(path))
                continue;
            org.htmlunit.html.HtmlPage page = open(path);
            asking++;
            assertThat(page.getWebResponse().getStatusCode()).as(path).isEqualTo(200);
            assertThat(page.getWebResponse().getContentType()).isEqualTo("text/html");
            assertThat(page.getElementsByTagName("script")).isEmpty();
            assertThat(page.getElementsByTagName("img")).isEmpty();
            assertThat(page.getByXPath("//@style | //@onerror | //@onclick | //link | //iframe")).isEmpty();
            assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
            assertThat(page.getElementsByTagName("h1")).hasSize(1);
            for (Object anchor : page.getByXPath("//a")) {
                URI target = URI.create(page.getFullyQualifiedUrl(((HtmlAnchor) anchor).getHrefAttribute()).toString());
                assertThat(target.getAuthority()).isEqualTo("127.0.0.1:" + server.getAddress().getPort());
                assertThat(target.getPath()).startsWith("/actuator/console");
                left.add(target.getPath().substring("/actuator/console".length())
                        + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery()));
            }
        }
        assertThat(seen).contains("/picture", "/plans", "/plans/1", "/budget", "/orphans", "/objects/shop/web-007");
        assertThat(asked).as("nothing but the pages themselves").hasSize(asking);
        assertThat(styleProblems).isEmpty();
    }

    @Test
    void thoseThatNeedAttentionAreFirstAndAHundredAreShownAtATime() throws IOException {
        addServices(500);
        org.htmlunit.html.HtmlPage first = open("");
        HtmlTable table = table(first, 0);
        assertThat(table.getRows()).hasSize(101);
        assertThat(table.getCellAt(1, 0).asNormalizedText()).isEqualTo("shop/web-007");
        assertThat(table.getCellAt(1, 1).asNormalizedText()).isEqualTo("FAILED");
        assertThat(table.getCellAt(11, 1).asNormalizedText()).isEqualTo("REFUSED");
        assertThat(table.getCellAt(21, 1).asNormalizedText()).isEqualTo("PROGRAMMED");
        assertThat(first.asNormalizedText()).contains("500 in all", "10 FAILED", "10 REFUSED", "480 PROGRAMMED");

        org.htmlunit.html.HtmlPage second = first.getAnchorByText("Next page").click();
        assertThat(table(second, 0).getCaptionText()).isEqualTo("500 of 500, page 2 of 5");
        org.htmlunit.html.HtmlPage failed = second.getAnchorByText("10 FAILED").click();
        assertThat(table(failed, 0).getRows()).hasSize(11);
        HtmlForm form = failed.getForms().getFirst();
        ((HtmlInput) failed.getElementById("name")).setValue("-057");
        org.htmlunit.html.HtmlPage found = ((org.htmlunit.html.HtmlButton) form.getByXPath(".//button").getFirst())
                .click();
        assertThat(table(found, 0).getRows()).hasSize(2);
        assertThat(table(found, 0).getCellAt(1, 0).asNormalizedText()).isEqualTo("shop/web-057");
    }

    @Test
    void textsOfUsersAndOfAzureStayTexts() throws IOException {
        addServices(4);
        assertThat(open("/objects/shop/web-003").asNormalizedText()).contains(EVIL);
        assertThat(open("/plans/1").asNormalizedText()).contains("(none) -> \"" + EVIL);
        assertThat(open("?name=%22%3E%3Cscript%3E").getElementsByTagName("script")).isEmpty();
        leading = false;
        org.htmlunit.html.HtmlPage standby = open("");
        assertThat(standby.getElementsByTagName("script")).isEmpty();
        assertThat(standby.asNormalizedText()).contains("This instance does not lead; pod-2_" + EVIL);
    }

    @Test
    void aPlanShowsWhatItChangesBySignAndWordAndWhatItComesFrom() throws IOException {
        addServices(1);
        HtmlTable changes = table(open("/plans/1"), 0);
        assertThat(changes.getRow(1).asNormalizedText().split("\t"))
                .containsExactly("kubernetes", "+ added", "rule web-TCP-80", "", "ServiceAdded shop/web-000");
        assertThat(changes.getRow(2).asNormalizedText()).contains("~ changed");
        assertThat(new TreeSet<>(open("/plans").getAnchors().stream().map(HtmlAnchor::asNormalizedText).toList()))
                .contains("#1");
    }

    @Test
    void aPictureOfManyServicesStaysSmallAndSaysHowManyMoreThereAre() throws IOException {
        addServices(500);
        org.htmlunit.html.HtmlPage page = open("/picture");
        assertThat(page.getElementsByTagName("svg")).hasSize(1);
        assertThat(page.getByXPath("//*[local-name()='rect']")).hasSize(21);
        assertThat(page.getWebResponse().getContentAsString()).contains("Frontends (500)", "and 480 more", "- rule")
                .doesNotContain("<script");
    }

    @Test
    void aClusterWithoutObjectsAndPlansHasItsPages() throws IOException {
        assertThat(open("").asNormalizedText()).contains("0 in all", "0 of 0, page 1 of 1");
        assertThat(open("/plans").asNormalizedText()).contains("No plan has been made that writes anything.");
        assertThat(open("/plans/9").getWebResponse().getStatusCode()).isEqualTo(404);
        assertThat(open("/nothing").getWebResponse().getStatusCode()).isEqualTo(404);
    }
}
