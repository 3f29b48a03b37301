package io.azureccm.common.observe.console;

import static io.azureccm.common.observe.console.ServedConsole.EVIL;
import static io.azureccm.common.observe.console.ServedConsole.PORTAL;
import static io.azureccm.common.observe.console.ServedConsole.ROUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlMeta;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console as a browser sees it: pages, the links between them, and what they must never do. */
class ConsoleTest {
    private final WebClient browser = new WebClient();
    private final List<String> styleProblems = new CopyOnWriteArrayList<>();
    private ServedConsole served;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedConsole();
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
        served.close();
    }

    private org.htmlunit.html.HtmlPage open(String path) throws IOException {
        return browser.getPage(served.address(path));
    }

    private static HtmlTable table(org.htmlunit.html.HtmlPage page, int index) {
        return (HtmlTable) page.getElementsByTagName("table").get(index);
    }

    @Test
    void everyPageThatIsLinkedIsThereAndLoadsAndRunsNothing() throws IOException {
        served.addServices(20);
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
                if (List.of(PORTAL, ROUTES).stream().anyMatch(target.toString()::startsWith)) {
                    assertThat(((HtmlAnchor) anchor).getRelAttribute()).isEqualTo("noreferrer");
                    continue;
                }
                assertThat(target.getAuthority()).isEqualTo(served.authority());
                assertThat(target.getPath()).startsWith("/actuator/console");
                left.add(target.getPath().substring("/actuator/console".length())
                        + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery()));
            }
        }
        assertThat(seen).contains("/picture", "/plans", "/plans/1", "/budget", "/orphans", "/objects/shop/web-007");
        assertThat(served.asked()).as("nothing but the pages themselves").hasSize(asking);
        assertThat(styleProblems).isEmpty();
    }

    @Test
    void thoseThatNeedAttentionAreFirstAndAHundredAreShownAtATime() throws IOException {
        served.addServices(500);
        org.htmlunit.html.HtmlPage first = open("");
        HtmlTable table = table(first, 0);
        assertThat(table.getRows()).hasSize(101);
        assertThat(table.getCellAt(1, 0).asNormalizedText()).isEqualTo("shop/web-007");
        assertThat(table.getCellAt(1, 1).asNormalizedText()).isEqualTo("FAILED");
        assertThat(table.getCellAt(11, 1).asNormalizedText()).isEqualTo("REFUSED");
        assertThat(table.getCellAt(21, 1).asNormalizedText()).isEqualTo("PROGRAMMED");
        assertThat(first.asNormalizedText()).contains("500 in total", "10 FAILED", "10 REFUSED", "480 PROGRAMMED");

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
        served.addServices(4);
        assertThat(open("/objects/shop/web-003").asNormalizedText()).contains(EVIL);
        assertThat(open("/plans/1").asNormalizedText()).contains("(none) -> \"" + EVIL);
        assertThat(open("?name=%22%3E%3Cscript%3E").getElementsByTagName("script")).isEmpty();
        served.standBy();
        org.htmlunit.html.HtmlPage standby = open("");
        assertThat(standby.getElementsByTagName("script")).isEmpty();
        assertThat(standby.asNormalizedText()).contains("This instance does not lead; pod-2_" + EVIL);
    }

    @Test
    void aPlanShowsWhatItChangesBySignAndWordAndWhatItComesFrom() throws IOException {
        served.addServices(1);
        HtmlTable changes = table(open("/plans/1"), 0);
        assertThat(changes.getRow(1).asNormalizedText().split("\t"))
                .containsExactly("loadBalancers/kubernetes", "+ added", "rule web-TCP-80", "",
                        "ServiceAdded shop/web-000");
        assertThat(changes.getRow(2).asNormalizedText()).contains("~ changed");
        assertThat(new TreeSet<>(open("/plans").getAnchors().stream().map(HtmlAnchor::asNormalizedText).toList()))
                .contains("#1");
    }

    @Test
    void aPictureOfManyServicesStaysSmallAndSaysHowManyMoreThereAre() throws IOException {
        served.addServices(500);
        org.htmlunit.html.HtmlPage page = open("/picture");
        assertThat(page.getElementsByTagName("svg")).hasSize(1);
        assertThat(page.getByXPath("//*[local-name()='rect']")).hasSize(21);
        assertThat(page.getWebResponse().getContentAsString()).contains("Frontends (500)", "and 480 more", "- rule")
                .doesNotContain("<script");
    }

    @Test
    void aRowSaysSinceWhenAndWhichPartsExistAndWarningsCanBeSelected() throws IOException {
        served.addServices(100);
        org.htmlunit.html.HtmlPage page = open("").getAnchorByText("2 with warnings").click();
        HtmlTable table = table(page, 0);
        assertThat(table.getRows()).hasSize(3);
        assertThat(table.getCellAt(1, 0).asNormalizedText()).isEqualTo("shop/web-009");
        assertThat(table.getCellAt(1, 2).asNormalizedText()).isEqualTo("2026-05-04T03:00:00Z");
        assertThat(table.getCellAt(1, 3).asNormalizedText()).contains("warning UnknownAnnotation");
        assertThat(table.getCellAt(1, 4).asNormalizedText()).isEqualTo("load balancer, 2 rules");
        HtmlSelect state = page.getFirstByXPath("//select[@name='state']");
        state.setSelectedAttribute("FAILED", true);
        org.htmlunit.html.HtmlPage none = ((org.htmlunit.html.HtmlButton) page.getFirstByXPath("//button")).click();
        assertThat(table(none, 0).getCaptionText()).as("both filters").isEqualTo("0 of 100, page 1 of 1");
    }

    @Test
    void resourcesLeadToTheAzurePortalAndOtherConsolesAreLinked() throws IOException {
        served.addServices(1);
        String balancer = PORTAL + "/#resource/subscriptions/sub/resourceGroups/rg/providers/Microsoft.Network/"
                + "loadBalancers/kubernetes";
        assertThat(open("/objects/shop/web-000").getAnchorByText("kubernetes").getHrefAttribute()).isEqualTo(balancer);
        assertThat(open("/plans/1").getAnchorByText("loadBalancers/kubernetes").getHrefAttribute()).isEqualTo(balancer);
        assertThat(open("").getAnchorByText("routes").getHrefAttribute()).isEqualTo(ROUTES);
    }

    @Test
    void aPageIsLoadedAgainAtAnIntervalThatIsOffered() throws IOException {
        served.addServices(1);
        assertThat(refresh("")).isEmpty();
        for (String page : List.of("", "/picture", "/plans", "/objects/shop/web-000")) {
            assertThat(refresh(page + "?reload=60")).as(page).containsExactly("60");
            assertThat(refresh(page + "?reload=1")).as("no interval that loads the app").isEmpty();
        }
    }

    @Test
    void healthOfBackendsIsAskedForOnlyOnItsPage() throws IOException {
        served.addServices(1);
        org.htmlunit.html.HtmlPage service = open("").getAnchorByText("shop/web-000").click();
        assertThat(served.healthAsked()).isEmpty();
        org.htmlunit.html.HtmlPage page = service.getAnchorByText("Which backends are up (asks Azure)").click();
        assertThat(served.healthAsked()).containsExactly("shop/web-000");
        assertThat(table(page, 0).getRow(1).asNormalizedText().split("\t"))
                .containsExactly("vmss-a000001 (10.240.0.11)", "down", EVIL + ", node ready");
        assertThat(refresh("/backends/shop/web-000?reload=60")).as("no page that asks Azure by itself").isEmpty();
        served.standBy();
        assertThat(open("/backends/shop/web-000").asNormalizedText()).contains("This instance does not lead");
    }

    @Test
    void objectWithoutRulesHasNoBackends() throws IOException {
        served.addNode();
        assertThat(open("/objects/node-1").getAnchors()).extracting(HtmlAnchor::asNormalizedText)
                .contains("Overview")
                .noneMatch(text -> text.contains("backends"));
    }

    @Test
    void anotherAppThatCannotBeReachedIsShownAsSuch() throws IOException {
        served.addServices(1);
        org.htmlunit.html.HtmlPage page = open("");
        // A page waits two seconds, in which a busy machine may not have asked yet.
        for (int i = 0; i < 20 && page.asNormalizedText().contains("routes: not reachable: no answer in "); i++)
            page = open("");
        assertThat(page.asNormalizedText()).contains("routes: not reachable: cannot reach 127.0.0.1:1: ");
        assertThat(table(page, 0).getCellAt(1, 0).asNormalizedText()).isEqualTo("shop/web-000");
    }

    private List<String> refresh(String page) throws IOException {
        return open(page).<HtmlMeta>getByXPath("//meta[@http-equiv='refresh']")
                .stream()
                .map(HtmlMeta::getContentAttribute)
                .toList();
    }

    @Test
    void plansSayWhomTheyAreForAndWhatBecameOfThem() throws IOException {
        served.addServices(1);
        HtmlTable plans = table(open("/plans"), 0);
        assertThat(plans.getCellAt(1, 2).asNormalizedText()).isEqualTo("shop/web-000");
        assertThat(plans.getCellAt(1, 4).asNormalizedText()).isEqualTo("2 open");
        served.addServices(1);
        assertThat(table(open("/plans"), 0).getCellAt(2, 4).asNormalizedText()).isEqualTo("2 left to plan #2");
    }

    @Test
    void columnsThatWouldBeEmptyAreLeftOut() throws IOException {
        served.addNode();
        assertThat(table(open(""), 0).getRow(0).asNormalizedText().split("\t"))
                .containsExactly("Name", "State", "Why", "In Azure");
        assertThat(table(open("?state=FAILED"), 0).getRow(0).asNormalizedText().split("\t"))
                .containsExactly("Name", "State", "Why");
    }

    @Test
    void cellsAreLabelledForNarrowScreens() throws IOException {
        served.addServices(1);
        assertThat(table(open(""), 0).getCellAt(1, 4).getAttribute("data-label")).isEqualTo("In Azure");
    }

    @Test
    void aClusterWithoutObjectsAndPlansHasItsPages() throws IOException {
        assertThat(open("").asNormalizedText()).contains("0 in total", "0 of 0, page 1 of 1");
        assertThat(open("/plans").asNormalizedText()).contains("No plan with writes has been made.");
        assertThat(open("/plans/9").getWebResponse().getStatusCode()).isEqualTo(404);
        assertThat(open("/nothing").getWebResponse().getStatusCode()).isEqualTo(404);
    }
}
