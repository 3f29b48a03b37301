package io.azureccm.common.arm.credential;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.spring.cloud.core.credential.AzureCredentialResolver;
import com.azure.spring.cloud.core.properties.AzureProperties;
import com.azure.spring.cloud.core.properties.profile.AzureProfileProperties;
import com.azure.spring.cloud.core.provider.authentication.TokenCredentialOptionsProvider.TokenCredentialOptions;
import io.azureccm.common.config.cloud.AzureCloud;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;

/**
 * The credential that {@code spring.cloud.azure.*} describes, built by Spring Cloud Azure itself, with the HTTP client, the CAs
 * and the cloud of this process. Its chain of credentials that guesses is not used.
 *
 * @param tenant    the tenant if the properties name none, may be ""
 * @param authority base URL of the token service that takes precedence over the one of the cloud, "" for none
 */
public record SpringCredential(BeanFactory beans, String tenant, String authority) implements FallbackCredential {
    private static final ResolvableType RESOLVER = ResolvableType.forClassWithGenerics(AzureCredentialResolver.class,
            TokenCredential.class);

    @Override
    public Optional<TokenCredential> build(AzureCloud cloud, HttpClient http) {
        AzureProperties written = beans.getBean(AzureProperties.class);
        AzureCredentialResolver<TokenCredential> resolver = beans
                .<AzureCredentialResolver<TokenCredential>>getBeanProvider(RESOLVER)
                .getObject();
        AzureProfileProperties profile = new AzureProfileProperties();
        String own = written.getProfile().getTenantId();
        profile.setTenantId(own == null || own.isBlank() ? tenant : own);
        profile.getEnvironment().setActiveDirectoryEndpoint(authority.isEmpty() ? cloud.authorityHost() : authority);
        boolean known = authority.isEmpty() && cloud.publicAuthority();
        return beans.getBean(SpringCredentialBuilders.class)
                .using(http, known, () -> Optional.ofNullable(resolver.resolve(new Completed(written, profile))));
    }

    @Override
    public List<String> secrets() {
        TokenCredentialOptions written = beans.getBean(AzureProperties.class).getCredential();
        return Stream.of(written.getClientSecret(), written.getClientCertificatePassword(), written.getPassword())
                .filter(secret -> secret != null && !secret.isEmpty())
                .toList();
    }

    /** What was written, with another profile. */
    private record Completed(AzureProperties written, AzureProfileProperties profile) implements AzureProperties {
        @Override
        public ProfileOptions getProfile() {
            return profile;
        }

        @Override
        public TokenCredentialOptions getCredential() {
            return written.getCredential();
        }

        @Override
        public ClientOptions getClient() {
            return written.getClient();
        }

        @Override
        public ProxyOptions getProxy() {
            return written.getProxy();
        }
    }
}
