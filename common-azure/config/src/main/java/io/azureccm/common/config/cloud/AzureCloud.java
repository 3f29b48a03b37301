package io.azureccm.common.config.cloud;

/**
 * The endpoints of one Azure cloud.
 *
 * @param name                    name as in {@code azure.json}, for example {@code AzurePublicCloud}
 * @param resourceManagerEndpoint base URL of ARM, ends with a slash
 * @param authorityHost           base URL of the token service, https, ends with a slash
 * @param tokenAudience           resource that ARM tokens are issued for, exactly as the token service knows it
 * @param keyVaultDns             domain of Key Vaults, without a leading dot
 */
public record AzureCloud(String name, String resourceManagerEndpoint, String authorityHost, String tokenAudience,
        String keyVaultDns) {

    /** The public cloud; also the meaning of an empty cloud name. */
    public static final AzureCloud PUBLIC = new AzureCloud("AzurePublicCloud", "https://management.azure.com/",
            "https://login.microsoftonline.com/", "https://management.azure.com/",
            "vault.azure.net");

    /** Azure operated by 21Vianet. */
    public static final AzureCloud CHINA = new AzureCloud("AzureChinaCloud", "https://management.chinacloudapi.cn/",
            "https://login.chinacloudapi.cn/", "https://management.chinacloudapi.cn/", "vault.azure.cn");

    /** Azure for the US government. */
    public static final AzureCloud US_GOVERNMENT = new AzureCloud("AzureUSGovernmentCloud",
            "https://management.usgovcloudapi.net/", "https://login.microsoftonline.us/",
            "https://management.usgovcloudapi.net/", "vault.usgovcloudapi.net");

    public AzureCloud {
        resourceManagerEndpoint = withSlash(resourceManagerEndpoint);
        authorityHost = withSlash(authorityHost);
    }

    /**
     * The scope for token requests. An audience that ends with a slash needs a scope with two slashes: only then does the
     * token service issue the token for exactly that audience.
     */
    public String tokenScope() {
        return tokenAudience + "/.default";
    }

    /** Whether tokens come from the public cloud's authority; for other authorities, instance discovery must be switched off. */
    public boolean publicAuthority() {
        return authorityHost.equals(PUBLIC.authorityHost);
    }

    AzureCloud named(String other) {
        return new AzureCloud(other, resourceManagerEndpoint, authorityHost, tokenAudience, keyVaultDns);
    }

    private static String withSlash(String url) {
        return url.endsWith("/") ? url : url + "/";
    }
}
