package io.azureccm.common.config;

/** Identity system behind the authority, key {@code identitySystem}. */
public enum IdentitySystem implements ConfigText {

    /** Microsoft Entra ID, the default. */
    AZURE_AD("azure_ad"),

    /** Active Directory Federation Services of an Azure Stack. */
    ADFS("adfs");

    private final String text;

    IdentitySystem(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
