package io.azureccm.common.serve;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import io.azureccm.common.serve.port.HealthPort;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Authorizes requests by path. Open paths are available to all, without any call to the Kubernetes API for anonymous
 * requests; their details require authorization. Paths of the reference are forwarded to those of the actuator.
 */
public final class AccessFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    /** All that the port for health probes serves. */
    private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/healthz");

    /** Path of the reference -> path below the actuator's base path. */
    private static final Map<String, String> ALIASES = Map.of("/metrics", "/prometheus", "/metrics/v2",
            "/prometheus", "/configz", "/cloudconfig");

    private final transient Access access;
    private final transient HealthPort health;
    private final String actuator;

    /** {@code actuator} is the base path of the actuator, such as {@code /actuator}. */
    public AccessFilter(Authenticator authenticator, Authorizer authorizer, HealthPort health, String actuator) {
        this.access = new Access(authenticator, authorizer);
        this.health = health;
        this.actuator = actuator;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Cache-Control", "no-cache, private");
        response.setHeader("Content-Security-Policy", HtmlPage.CONTENT_SECURITY_POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        String path = Optional.ofNullable(request.getServletPath()).orElse("")
                + Optional.ofNullable(request.getPathInfo()).orElse("");
        // Later components may interpret a path with dots, semicolons or percent signs differently.
        if (!request.getRequestURI().equals(request.getContextPath() + path)) {
            Refusal.badPath().send(response);
            return;
        }
        Optional<Refusal> refusal = health.hasReceived(request)
                ? probe(request, response, chain, path)
                : access.authorizer().isOpen(path)
                        ? open(request, response, chain, path)
                        : guarded(request, response, chain, path);
        if (refusal.isPresent())
            refusal.get().send(response);
    }

    /** Whatever credentials a probe has, nothing is asked of the Kubernetes API. */
    private static Optional<Refusal> probe(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
            String path) throws IOException, ServletException {
        if (!PROBES.contains(path))
            return Optional.of(Refusal.notAProbe(path));
        chain.doFilter(request, response);
        return Optional.empty();
    }

    private Optional<Refusal> open(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
            String path) throws IOException, ServletException {
        HttpServletRequest served = request;
        try {
            Optional<UserInfo> user = access.authenticator().user(shown(request));
            if (user.isEmpty())
                return Optional.of(Refusal.unauthorized());
            if (!user.get().isAnonymous()
                    && access.authorizer()
                            .decide(user.get(), request.getMethod().toLowerCase(Locale.ROOT), path,
                                    request.getRemoteAddr())
                            .allowed())
                served = new Known(request, user.get().name());
        } catch (ReviewFailed nobodyKnows) {
            served = request;
        }
        serve(served, response, chain, path);
        return Optional.empty();
    }

    /** The console's page with the health of backends asks Azure as their endpoint does, and needs the same permission. */
    private String permitted(String path) {
        String page = actuator + "/console/backends/";
        return path.startsWith(page) ? actuator + "/backends/" + path.substring(page.length()) : path;
    }

    private Optional<Refusal> guarded(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
            String path) throws IOException, ServletException {
        Access.Decision decision = access.decide(shown(request), request.getMethod(), permitted(path));
        if (decision.refusal().isPresent())
            return decision.refusal();
        serve(new Known(request, decision.user().orElseThrow().name()), response, chain, path);
        return Optional.empty();
    }

    private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain, String path)
            throws IOException, ServletException {
        String alias = ALIASES.get(path);
        if (alias == null) {
            chain.doFilter(request, response);
        } else {
            request.getRequestDispatcher(actuator + alias).forward(request, response);
        }
    }

    private static Credentials shown(HttpServletRequest request) {
        X509Certificate[] chain = (X509Certificate[]) request.getAttribute(CERTIFICATES);
        Map<String, List<String>> headers = new TreeMap<>();
        for (String name : Collections.list(request.getHeaderNames()))
            headers.put(name, Collections.list(request.getHeaders(name)));
        return new Credentials(request.getRemoteAddr(), chain == null ? List.of() : List.of(chain), headers);
    }

    /** A request of an authorized user: health shows details only to such requests. */
    private static final class Known extends HttpServletRequestWrapper {
        private final String user;

        Known(HttpServletRequest request, String user) {
            super(request);
            this.user = user;
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> user;
        }
    }
}
