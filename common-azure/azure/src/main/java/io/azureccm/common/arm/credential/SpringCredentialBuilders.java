package io.azureccm.common.arm.credential;

import com.azure.core.http.HttpClient;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.CredentialBuilderBase;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.azure.identity.UsernamePasswordCredentialBuilder;
import com.azure.spring.cloud.core.customizer.AzureServiceClientBuilderCustomizer;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;

/** Makes the builders of Spring Cloud Azure use the HTTP client of this process, and leave retries to its token cache. */
public final class SpringCredentialBuilders {
    /** Users with a password are deprecated, but Spring Cloud Azure still builds such a credential. */
    @SuppressWarnings("deprecation")
    private static final List<Class<? extends CredentialBuilderBase<?>>> KINDS = List.of(
            ClientSecretCredentialBuilder.class, ClientCertificateCredentialBuilder.class,
            UsernamePasswordCredentialBuilder.class, ManagedIdentityCredentialBuilder.class);

    private HttpClient http;
    private boolean publicAuthority;

    private SpringCredentialBuilders() {}

    /** Adds the beans that Spring Cloud Azure looks for: a customizer for each kind of builder. */
    public static void register(BeanDefinitionRegistry registry) {
        SpringCredentialBuilders builders = new SpringCredentialBuilders();
        registry.registerBeanDefinition(SpringCredentialBuilders.class.getName(),
                new RootBeanDefinition(SpringCredentialBuilders.class, () -> builders));
        for (Class<?> kind : KINDS) {
            RootBeanDefinition customizer = new RootBeanDefinition();
            customizer.setTargetType(
                    ResolvableType.forClassWithGenerics(AzureServiceClientBuilderCustomizer.class, kind));
            customizer.setInstanceSupplier(
                    () -> (AzureServiceClientBuilderCustomizer<CredentialBuilderBase<?>>) builders::customize);
            registry.registerBeanDefinition("azureccm." + kind.getName(), customizer);
        }
    }

    synchronized <T> T using(HttpClient client, boolean known, Supplier<T> build) {
        http = client;
        publicAuthority = known;
        return build.get();
    }

    /** Spring's own executor refuses tasks as soon as the app begins to stop, while writes still need tokens. */
    private void customize(CredentialBuilderBase<?> builder) {
        if (http == null)
            return;
        ArmCredentials.withoutRetries(builder, http);
        if (builder instanceof AadCredentialBuilderBase<?> entra) {
            entra.executorService(ForkJoinPool.commonPool());
            if (!publicAuthority)
                entra.disableInstanceDiscovery();
        }
    }
}
