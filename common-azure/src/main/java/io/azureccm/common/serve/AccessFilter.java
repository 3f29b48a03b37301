package io.azureccm.common.serve;

import io.azureccm.common.core.html.HtmlPage;
import io.azureccm.common.serve.Reviews.NoAnswer;
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
import java.util.TreeMap;

/**
 * Lets a request through to whoever may ask for its path. Open paths are for all, without any call to the Kubernetes API for who
 * shows nothing; their details are for those who may ask for the path. The paths that the reference has are led to those of the
 * actuator.
 */
public final class AccessFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

    /** Path of the reference -> what is below the actuator's own path. */
    private static final Map<String, String> ALIASES = Map.of("/metrics", "/prometheus", "/configz", "/cloudconfig");

    private final transient Authenticator authenticator;
    private final transient Authorizer authorizer;
    private final String actuator;

    /** {@code actuator} is where the actuator is, such as {@code /actuator}. */
    public AccessFilter(Authenticator authenticator, Authorizer authorizer, String actuator) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
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
        // Who is asked later may read a path with dots, semicolons or percent signs in another way.
        if (!request.getRequestURI().equals(request.getContextPath() + path)) {
            Refusal.badPath().send(response);
            return;
        }
        Optional<Refusal> refusal = authorizer.isOpen(path)
                ? open(request, response, chain, path)
                : guarded(request, response, chain, path);
        if (refusal.isPresent())
            refusal.get().send(response);
    }

    private Optional<Refusal> open(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
            String path) throws IOException, ServletException {
        HttpServletRequest served = request;
        try {
            Optional<UserInfo> user = authenticator.user(shown(request));
            if (user.isEmpty())
                return Optional.of(Refusal.unauthorized());
            if (!user.get().isAnonymous() && authorizer.decide(user.get(), verb(request), path).allowed())
                served = new Known(request, user.get().name());
        } catch (NoAnswer nobodyKnows) {
            served = request;
        }
        chain.doFilter(served, response);
        return Optional.empty();
    }

    private Optional<Refusal> guarded(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
            String path) throws IOException, ServletException {
        Optional<UserInfo> user = Optional.empty();
        try {
            user = authenticator.user(shown(request));
            if (user.isEmpty())
                return Optional.of(Refusal.unauthorized());
            Authorizer.Decision decision = authorizer.decide(user.get(), verb(request), path);
            if (!decision.allowed())
                return Optional.of(Refusal.forbidden(user.get(), verb(request), path, decision.reason()));
        } catch (NoAnswer failed) {
            return Optional.of(Refusal.notChecked(path, failed, user.filter(each -> !each.isAnonymous()).isPresent()));
        }
        HttpServletRequest known = new Known(request, user.get().name());
        String alias = ALIASES.get(path);
        if (alias == null) {
            chain.doFilter(known, response);
        } else {
            request.getRequestDispatcher(actuator + alias).forward(known, response);
        }
        return Optional.empty();
    }

    private static String verb(HttpServletRequest request) {
        return request.getMethod().toLowerCase(Locale.ROOT);
    }

    private static Credentials shown(HttpServletRequest request) {
        X509Certificate[] chain = (X509Certificate[]) request.getAttribute(CERTIFICATES);
        Map<String, List<String>> headers = new TreeMap<>();
        for (String name : Collections.list(request.getHeaderNames()))
            headers.put(name, Collections.list(request.getHeaders(name)));
        return new Credentials(chain == null ? List.of() : List.of(chain), headers);
    }

    /** A request of somebody who may know what it asks for: the health tells details to such ones alone. */
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
