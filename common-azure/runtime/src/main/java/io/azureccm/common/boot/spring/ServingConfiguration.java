package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.HealthSettings;
import io.azureccm.common.config.options.AuthenticationOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.informer.InformerScope;
import io.azureccm.common.kube.informer.InformerSettings;
import io.azureccm.common.kube.informer.ResourceInformer;
import io.azureccm.common.kube.informer.Trim;
import io.azureccm.common.serve.AccessFilter;
import io.azureccm.common.serve.Authenticator;
import io.azureccm.common.serve.Authorizer;
import io.azureccm.common.serve.ClusterAuthorities;
import io.azureccm.common.serve.Reviews;
import io.azureccm.common.serve.SecurePort;
import io.azureccm.common.serve.TokenReviews;
import io.azureccm.common.serve.port.HealthPort;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The serving port: its TLS and its access control. */
@Configuration(proxyBeanMethods = false)
class ServingConfiguration {

    /** Clients for the APIs that authenticate and authorize users: the controller's own client, unless flags name others. */
    record Delegates(KubernetesClient authentication, KubernetesClient authorization,
            KubernetesClient controller) implements AutoCloseable {
        @Override
        public void close() {
            if (authentication != controller)
                authentication.close();
            if (authorization != controller)
                authorization.close();
        }
    }

    @Bean
    SecurePort securePort(ControllerOptions options, Clock clock) {
        return new SecurePort(options.serving(), clock.instant());
    }

    @Bean
    HealthPort healthPort(HealthSettings settings) {
        return new HealthPort(settings.port(), settings.address());
    }

    @Bean
    Delegates delegates(ControllerOptions options, KubernetesClient kubernetes) {
        ServingOptions serving = options.serving();
        return new Delegates(client(options, serving.authentication().kubeconfig(), kubernetes),
                client(options, serving.authorization().kubeconfig(), kubernetes), kubernetes);
    }

    private static KubernetesClient client(ControllerOptions options, String kubeconfig, KubernetesClient otherwise) {
        return kubeconfig.isEmpty() || kubeconfig.equals(options.kube().kubeconfig())
                ? otherwise
                : KubeClients.open(Preflight.kubeSettings(options, kubeconfig));
    }

    @Bean
    ClusterAuthorities clusterAuthorities(ControllerOptions options, Delegates delegates) {
        return new ClusterAuthorities(options.serving().authentication(),
                () -> new ResourceInformer<>(delegates.authentication(), ConfigMap.class,
                        InformerScope.ALL.inNamespace(ClusterAuthorities.NAMESPACE)
                                .withFields("metadata.name=" + ClusterAuthorities.NAME),
                        Trim::metadata, InformerSettings.DEFAULTS));
    }

    /** Sends no requests unless a port is open. */
    @Bean
    ApplicationListener<WebServerInitializedEvent> followAuthorities(ClusterAuthorities authorities) {
        return event -> {
            if (event.getWebServer().getPort() > 0 && event.getApplicationContext().getParent() == null)
                authorities.start();
        };
    }

    @Bean
    AccessFilter accessFilter(ControllerOptions options, Delegates delegates, ClusterAuthorities authorities,
            HealthPort health, @Value("${management.endpoints.web.base-path:/actuator}") String actuator) {
        ServingOptions serving = options.serving();
        AuthenticationOptions authentication = serving.authentication();
        return new AccessFilter(
                new Authenticator(authorities,
                        new TokenReviews(reviews(delegates.authentication()), authentication.tokenTtl())),
                new Authorizer(reviews(delegates.authorization()), serving.authorization()), health, actuator);
    }

    private static Reviews reviews(KubernetesClient kubernetes) {
        return new Reviews(new ApiRequests(kubernetes), kubernetes.getMasterUrl().toString());
    }

    @Bean
    FilterRegistrationBean<AccessFilter> accessFilterFirst(AccessFilter filter) {
        FilterRegistrationBean<AccessFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
