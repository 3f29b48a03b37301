package io.azureccm.common.observe.console;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.observe.endpoint.Explanations;
import io.azureccm.common.observe.orphan.OrphanRegister;
import io.azureccm.common.resilience.budget.ArmBudget;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.MimeType;

/**
 * The content of the other endpoints as pages for a browser: {@code /actuator/console} and below. Nothing is read from the
 * APIs for a page, except for the one that shows the health of backends; the overview asks other apps.
 */
@WebEndpoint(id = "console")
public final class ConsoleEndpoint {
    private static final MimeType HTML = MimeType.valueOf("text/html;charset=UTF-8");
    private static final String HTML_TYPE = "text/html;charset=UTF-8";

    /** The sources of the pages. */
    public record Sources(About about, Supplier<ControllerState> state, Explanations explanations,
            PlanJournal journal, ArmBudget budget, OrphanRegister orphans) {}

    /**
     * {@code app} and {@code cluster} form the heading of the pages; {@code portal}: the address of the Azure portal, if the cloud has one;
     * {@code addresses}: of other consoles, by name; {@code trust}: the CAs that they are verified against.
     */
    public record About(String app, String cluster, Supplier<Optional<String>> portal, Map<String, String> addresses,
            SSLContext trust) {
        OtherApps others() {
            return new OtherApps(addresses, trust, OtherApps.LIMIT);
        }
    }

    private final Sources sources;

    public ConsoleEndpoint(Sources sources) {
        this.sources = sources;
    }

    @ReadOperation(produces = HTML_TYPE)
    public WebEndpointResponse<String> overview(@Nullable String state, @Nullable String name,
            @Nullable Boolean warned, @Nullable Integer page, @Nullable Integer reload) {
        return found(new OverviewPage(sources).of(new OverviewPage.Asked(state == null ? "" : state,
                name == null ? "" : name, Boolean.TRUE.equals(warned), page == null ? 1 : Math.max(1, page),
                seconds(reload))));
    }

    /** Only the intervals that are offered: an address does not make a browser ask without a pause. */
    private static int seconds(@Nullable Integer reload) {
        return reload != null && ConsoleFrame.RELOADS.contains(reload) ? reload : 0;
    }

    @ReadOperation(produces = HTML_TYPE)
    public WebEndpointResponse<String> page(@Selector String page, @Nullable String name,
            @Nullable Integer reload) {
        return switch (page) {
            case "picture" -> found(new PicturePage(sources).of(name == null ? "" : name, seconds(reload)));
            case "plans" -> found(new PlanPages(sources).all(seconds(reload)));
            case "budget" -> found(new AzurePages(sources).budget());
            case "orphans" -> found(new AzurePages(sources).orphans());
            default -> missing(1);
        };
    }

    @ReadOperation(produces = HTML_TYPE)
    public WebEndpointResponse<String> part(@Selector String page, @Selector String name,
            @Nullable Integer reload) {
        return switch (page) {
            case "plans" -> new PlanPages(sources).one(name).map(ConsoleEndpoint::found).orElseGet(() -> missing(2));
            case "objects" -> found(new ObjectPage(sources).of(name, 2, seconds(reload)));
            default -> missing(2);
        };
    }

    @ReadOperation(produces = HTML_TYPE)
    public WebEndpointResponse<String> namespaced(@Selector String page, @Selector String namespace,
            @Selector String name, @Nullable Integer reload) {
        return switch (page) {
            case "objects" -> found(new ObjectPage(sources).of(namespace + "/" + name, 3, seconds(reload)));
            case "backends" -> found(new ObjectPage(sources).backends(namespace + "/" + name, 3));
            default -> missing(3);
        };
    }

    private static WebEndpointResponse<String> found(String html) {
        return new WebEndpointResponse<>(html, WebEndpointResponse.STATUS_OK, HTML);
    }

    private WebEndpointResponse<String> missing(int depth) {
        HtmlPage page = ConsoleFrame.begin(sources, "Not found", depth)
                .element("p", "This page does not exist, or no longer exists.");
        return new WebEndpointResponse<>(ConsoleFrame.end(page), WebEndpointResponse.STATUS_NOT_FOUND, HTML);
    }
}
